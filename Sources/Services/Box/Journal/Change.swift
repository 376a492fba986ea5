import Wire

/// One thing that is written down about a command.
enum Change: Sendable {
  /// What became of it, for good.
  case finish(Finished)
  /// A round is over; it waits for the next one.
  case finishRound(Int64, rounds: Int, at: Timestamp)
  /// It was cut and waits again.
  case release(Int64, failed: Bool)
  /// It is spoken now.
  case start(Int64)
}

/// What has been written down.
struct Written: Sendable {
  /// What became of commands.
  var handled: [Handled] = []
  /// Whether a command starts: it does not if it has been dealt with meanwhile.
  var hasStarted = false
}
