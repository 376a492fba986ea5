import Wire

/// A command whose outcome is on the disk, for the log.
struct Handled: Sendable {
  let id: String
  let attempt: Int
  let outcome: Outcome
  let reason: String?
}
