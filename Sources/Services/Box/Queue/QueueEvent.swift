import Wire

/// What happens to the queue.
enum QueueEvent: Sendable, Equatable {
  /// A command has been accepted and waits.
  case arrived(QueuedCommand)
  /// Another channel has settled a command that waited.
  case withdrawn(QueuedCommand.ID)
  /// An order has been acknowledged; `by` says in words how.
  case acknowledged(OrderReference, by: String)
  /// The box's own button was pressed.
  case pressed
  /// A request stops announcements.
  case stopped(Request.Scope)
  /// A request mutes the box until then; `nil` ends it.
  case muted(until: Timestamp?)
  /// The sound device is ready.
  case deviceReady
  /// The sound device is missing or busy.
  case deviceMissing(reason: String)
  /// The announcement has been played to its end, but for some free texts.
  case played(omitted: [OmittedText])
  /// The announcement was cut, as the queue had asked.
  case cut
  /// The device failed in the middle of the announcement.
  case failed
  /// The pack cannot say the command.
  case unspeakable(reason: String)
  /// The summary that the queue has requested is stored, and waits.
  case summarized(QueuedCommand)
  /// It is not: some of its members have been settled elsewhere. These wait again.
  case notSummarized([QueuedCommand])
  /// Time has passed.
  case time
}

/// What the queue wants done.
enum QueueAction: Sendable, Equatable {
  /// Check whether the sound device is ready; after a while, if it was missing.
  case prepare(afterWhile: Bool)
  /// Announce a command now.
  case speak(QueuedCommand, Form, promptly: Bool)
  /// Cut the announcement that is playing.
  case cut(Cut)
  /// Store what became of a command.
  case settle(QueuedCommand, Resolution)
  /// Store that a command that was started waits again.
  case release(QueuedCommand.ID, failed: Bool)
  /// Store that a round is over and the command waits for the next one.
  case finishRound(QueuedCommand.ID, rounds: Int)
  /// Store a summary in the place of commands that wait.
  case summarize([QueuedCommand], SoundCommand)
  /// Acknowledge an order for the whole store.
  case acknowledge(order: String)
}

/// How a command is announced.
struct Form: Sendable, Equatable {
  /// Whether it starts with a ring: it is a round of an alert.
  var rings = false
  /// Whether the command itself is said, and not only the ring.
  var announces = true
  /// Whether the phrase for late orders comes first.
  var isLate = false
}

/// What became of a command, for good: the queue decides it, the processor adds what was said, the
/// journal stores it with its receipt.
struct Resolution: Sendable, Equatable {
  let outcome: Outcome
  var reason: String?
  /// How many rounds were played to their end.
  var rounds = 0
  /// Whether it was ended in the middle of a round, so that the last start is not a replay.
  var isMidRound = false
  /// What was said, if anything was.
  var spoken: String?
  /// When the last sample had left the device.
  var finishedAt: Timestamp?

  init(_ outcome: Outcome, reason: String? = nil, rounds: Int = 0) {
    self.outcome = outcome
    self.reason = reason
    self.rounds = rounds
  }

  /// A command that is stopped in the middle of a round.
  static func stopped(midRoundOf command: QueuedCommand, _ reason: String) -> Resolution {
    var resolution = Resolution(.stopped, reason: reason, rounds: command.rounds)
    resolution.isMidRound = true
    return resolution
  }
}
