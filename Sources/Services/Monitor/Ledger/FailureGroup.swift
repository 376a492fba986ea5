import Wire

/// Attempts that ended in one way for one reason.
struct FailureGroup: Sendable, Equatable {
  let outcome: Outcome
  let reason: String
  let count: Int
  let last: Timestamp
}
