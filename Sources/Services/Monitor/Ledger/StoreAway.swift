/// The store was lost, and is not back yet.
struct StoreAway: Error, CustomStringConvertible {
  let reason: String
  var description: String { "the store is away: \(reason)" }
}
