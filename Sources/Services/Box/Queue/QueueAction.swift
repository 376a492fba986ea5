import Wire

/// What the queue wants done.
enum QueueAction: Sendable, Equatable {
  /// Look whether the sound device is there; after a while, if it was missing.
  case prepare(afterWhile: Bool)
  /// Speak, now.
  case speak(QueuedCommand, Form, promptly: Bool)
  /// End what is being spoken.
  case cut(Cut)
  /// Write down what became of a command.
  case settle(QueuedCommand, Resolution)
  /// Write down that a command that was begun waits again.
  case release(Int64, failed: Bool)
  /// Write down that a round is over and the command waits for the next one.
  case finishRound(Int64, rounds: Int)
  /// Make a summary of commands that wait.
  case join([QueuedCommand], SoundCommand)
  /// Acknowledge an order for the whole store.
  case acknowledge(order: String)
}

/// How a command is spoken.
struct Form: Sendable, Equatable {
  /// Whether a ring comes first: it is a round of an alert.
  var rings = false
  /// Whether the announcement is said, and not the ring alone.
  var announces = true
  /// Whether the phrase for late orders comes before it.
  var isLate = false
}

/// How an announcement is ended before its end.
public enum Cut: Sendable, Equatable {
  /// At the end of the clip that is playing.
  case atBorder
  /// At the end of the clip that is playing, if that is at most a second away; else at once.
  case soon
  /// At once.
  case now
}

/// What became of a command, for good: the queue decides it, the processor adds what was said, the
/// journal stores it with its receipt.
struct Resolution: Sendable, Equatable {
  let outcome: Outcome
  var reason: String?
  /// How many rounds were spoken to their end.
  var rounds = 0
  /// Whether it was ended in the middle of a round, so that the last start is not a replay.
  var isMidRound = false
  /// What was said, if anything was.
  var spoken: String?
  /// When the last sample had left the device.
  var finishedAt: Timestamp?

  init(_ outcome: Outcome, reason: String? = nil) {
    self.outcome = outcome
    self.reason = reason
  }
}

extension Resolution {
  /// A command that was ended in the middle of a round.
  static func stopped(in item: QueuedCommand, _ reason: String) -> Resolution {
    var resolution = Resolution(.stopped, reason: reason)
    resolution.rounds = item.rounds
    resolution.isMidRound = true
    return resolution
  }
}
