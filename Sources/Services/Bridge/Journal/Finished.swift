import Wire

/// A command that has been dealt with, and what became of it.
struct Finished: Sendable {
  let command: StoredCommand
  let outcome: Outcome
  var reason: String?
  /// What was said, if it was.
  var spoken: String?
  /// When the last sample had left the device.
  var finishedAt: Timestamp?

  init(_ command: StoredCommand, _ outcome: Outcome, reason: String? = nil) {
    self.command = command
    self.outcome = outcome
    self.reason = reason
  }
}
