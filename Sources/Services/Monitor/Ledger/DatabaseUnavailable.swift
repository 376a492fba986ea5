/// The store was lost, and is not back yet.
struct DatabaseUnavailable: Error, CustomStringConvertible {
  let reason: String
  var description: String { "the store is away: \(reason)" }
}
