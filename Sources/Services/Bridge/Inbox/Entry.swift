/// What became of a message when it was stored.
struct Entry: Sendable, Equatable {
  let id: String
  let attempt: Int
  let verdict: Verdict
  /// Why it was refused, in words for operations.
  let reason: String?
}
