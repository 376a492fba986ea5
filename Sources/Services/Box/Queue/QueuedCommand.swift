import Wire

/// A command that waits or is being announced, as far as the queue needs to know it.
struct QueuedCommand: Sendable, Equatable, Identifiable {
  /// What identifies it; at the same age, the lower one comes first.
  enum ID: Sendable, Hashable, Comparable {
    /// A self-test, which the journal does not hold.
    case selfTest(Int)
    /// A command of the journal, by its number there.
    case journal(Int64)

    /// Its number in the journal, if it is there.
    var number: Int64? {
      if case .journal(let number) = self { number } else { nil }
    }
  }

  let id: ID
  /// What an acknowledgement names.
  let order: String
  /// The id space of the order.
  var source: String?
  /// What to say.
  let command: SoundCommand
  /// What it is about.
  let subject: Subject
  /// The gain for this announcement alone, 0–100 per cent.
  var volume: Int?
  var priority = Priority.normal
  /// Whether it is an alert, repeated until acknowledged.
  var isRepeated = false
  /// When it expires.
  var expiry: Expiry?
  /// When it came, by the computer's own clock.
  var since: Duration
  /// How many rounds have been played to their end.
  var rounds = 0
  /// How often the box crashed in the middle of it.
  var crashes = 0
  /// How often the device failed in the middle of it.
  var failures = 0
  /// Whether it was cut since the box was started, by the device or by a command of higher priority.
  var wasCut = false
  /// Whether it is a replay by request, which is heard by itself.
  var isReplay = false
  /// How it has been acknowledged, in words, if it has been.
  var acknowledgedBy: String?

  /// Makes a command of normal priority that is announced once.
  ///
  /// - Parameters:
  ///   - id: What identifies it.
  ///   - order: What an acknowledgement names.
  ///   - command: What to say.
  ///   - since: When it came, by the computer's own clock.
  init(_ id: ID, order: String, command: SoundCommand, since: Duration) {
    self.id = id
    self.order = order
    self.command = command
    subject = Subject(command)
    self.since = since
  }

  /// Whether it comes before another one of the same priority.
  func isBefore(_ other: QueuedCommand) -> Bool { (since, id) < (other.since, other.id) }
}

/// When a command expires.
enum Expiry: Sendable, Equatable {
  /// At a moment that its sender has named.
  case at(Timestamp)
  /// So long after its arrival, whatever the wall clock does.
  case after(Duration)

  /// Whether a command that came at `since`, by the computer's own clock, has expired.
  func hasPassed(since: Duration, at moment: Moment) -> Bool {
    switch self {
    case .at(let end): end <= moment.wall
    case .after(let lifetime): moment.uptime - since >= lifetime
    }
  }

  /// Why a command was not announced in time, for the receipt.
  var reason: String {
    switch self {
    case .at(let end): "expired at \(end)"
    case .after(let lifetime): "expired \(lifetime.components.seconds) s after it came"
    }
  }
}
