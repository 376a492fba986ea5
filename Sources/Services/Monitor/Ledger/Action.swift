import Wire

/// What an operator did.
struct Action: Sendable, Equatable {
  var n: Int64 = 0
  let at: Timestamp
  /// Who, by the name under which access was granted.
  let who: String
  /// From where: an address, or `terminal`.
  let origin: String
  let store: String
  /// Empty for all boxes of the store.
  let box: String
  let verb: String
  let body: String
  var result: String?
  var answeredAt: Timestamp?
}
