import Wire

/// A command that has been dealt with, and what became of it.
struct Finished: Sendable {
  let n: Int64
  let outcome: Outcome
  var reason: String?
  /// How many rounds were spoken to their end.
  var rounds = 0
  /// What was said, if it was.
  var spoken: String?
  /// When the last sample had left the device.
  var finishedAt: Timestamp?
  /// Whether it was ended inside a round, so that the last start is not one too many.
  var isInside = false

  init(_ n: Int64, _ outcome: Outcome, reason: String? = nil) {
    self.n = n
    self.outcome = outcome
    self.reason = reason
  }
}
