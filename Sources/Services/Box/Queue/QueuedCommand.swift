import Wire

/// One command that waits, as far as the queue needs to know it.
struct QueuedCommand: Sendable, Equatable {
  /// Its place in the order of arrival, its key in the journal; negative for what the journal does not
  /// hold, such as a self-test.
  let n: Int64
  /// What an acknowledgement names.
  let order: String
  /// What is to be said.
  let command: SoundCommand
  /// What it is about.
  let subject: Subject
  /// The gain for it alone, 0–100 per cent.
  var volume: Int?
  /// Its place in the queue.
  var priority = Priority.normal
  /// Whether it is repeated until acknowledged.
  var isRepeated = false
  /// When it becomes worthless.
  var expiry: Expiry?
  /// When it came, by the computer's own clock.
  var since: Duration
  /// How many rounds have been spoken to their end.
  var rounds = 0
  /// How often the box ended in the middle of it.
  var crashes = 0
  /// How often the device failed in the middle of it.
  var failures = 0
  /// Whether it was cut since the box was started, by the device or by what goes before it.
  var wasCut = false
  /// Whether somebody has asked to hear it again, by itself.
  var isReplay = false
  /// Who has acknowledged it, if somebody has.
  var acknowledgedBy: String?

  /// Describes a command that waits.
  ///
  /// - Parameters:
  ///   - n: Its place in the order of arrival.
  ///   - order: What an acknowledgement names.
  ///   - command: What is to be said.
  ///   - since: When it came, by the computer's own clock.
  init(n: Int64, order: String, command: SoundCommand, since: Duration) {
    self.n = n
    self.order = order
    self.command = command
    subject = Subject(command)
    self.since = since
  }

  /// Whether it comes before another one of the same priority.
  func isBefore(_ other: QueuedCommand) -> Bool { (since, n) < (other.since, other.n) }
}

extension QueuedCommand {
  /// A command that has just been accepted.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - n: Its place in the order of arrival.
  ///   - lifetime: How long it is worth saying, if that counts from its arrival.
  ///   - since: When it came, by the computer's own clock.
  init(_ command: VoiceCommand, _ n: Int64, lifetime: Duration?, since: Duration) {
    self.init(n: n, order: command.order, command: command.soundCommand, since: since)
    volume = command.volume
    priority = command.priority
    isRepeated = command.isRepeated
    expiry = lifetime.map { .after($0) } ?? command.expiresAt.map { .at($0) }
  }
}
