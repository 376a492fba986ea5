import Wire

/// Decides what is said, and when: events in, actions out.
///
/// It knows no clock, no disk and no device. Whoever owns it performs the actions in their order, and
/// tells what came of them as further events. At most one command is being spoken.
struct AnnouncementQueue: Sendable {
  /// How often a command may be cut by the end of the box before it is given up.
  ///
  /// The protocol allows one replay: a repeated order is better than a missed one, but one that ends
  /// the box each time must not silence all others.
  static let crashesAllowed = 1
  /// How often a command may be cut by the device before it is given up.
  static let failuresAllowed = 2

  /// What is being spoken.
  struct Current: Sendable {
    var item: QueuedCommand
    /// What its receipt is to say besides.
    var note: String?
    /// Why it is to end before its end, if it is.
    var ending: Ending?
  }

  /// Why something is to end before its end.
  enum Ending: Sendable, Equatable {
    case preempted
    case settled(reason: String)
  }

  /// An alert between two rounds.
  struct Ringing: Sendable {
    var item: QueuedCommand
    /// When its next round is due, by the computer's own clock.
    var due: Duration
  }

  /// What is known of the sound device.
  enum Device: Sendable {
    /// Nobody has looked since the last silence.
    case unknown
    /// Somebody looks; nothing starts before the answer.
    case awaited
    case ready
  }

  let policy: QueuePolicy
  /// Whether the pack can say a command.
  let canSay: @Sendable (SoundCommand) -> Bool
  var lanes: [Priority: Lane] = [:]
  var ringing: [Ringing] = []
  var current: Current?
  var device = Device.unknown
  /// Until when the box is muted.
  var mutedUntil: Timestamp?
  /// Whether a summary is being written down; nothing starts before the answer.
  var isJoining = false
  /// How many could be summed up.
  var summable: [Subject.Kind: Int] = [:]
  /// Whether what comes next follows something that it has interrupted.
  var isPrompt = false
  /// The alert that is heard, or was heard last.
  var lastRung: Int64?

  /// Starts empty.
  ///
  /// - Parameters:
  ///   - policy: The shop's settings.
  ///   - canSay: Whether the pack can say a command.
  init(policy: QueuePolicy, canSay: @escaping @Sendable (SoundCommand) -> Bool) {
    self.policy = policy
    self.canSay = canSay
  }

  /// Takes in what has happened.
  ///
  /// - Parameters:
  ///   - event: What has happened.
  ///   - moment: When.
  /// - Returns: What is to be done about it, in order.
  mutating func handle(_ event: QueueEvent, at moment: Moment) -> [QueueAction] {
    react(to: event, at: moment) + advance(at: moment)
  }

  /// Takes in what has happened, and starts nothing.
  mutating func react(to event: QueueEvent, at moment: Moment) -> [QueueAction] {
    switch event {
    case .arrived(let item): return arrive(item, at: moment)
    case .withdrawn(let n): withdraw(n)
    case .acknowledged(let order, let by): return acknowledge(order, "acknowledged by \(by)")
    case .pressed: return heardLast.map { [.acknowledge(order: $0)] } ?? []
    case .stopped(let scope): return stop(scope)
    case .muted(let until): mutedUntil = until
    case .deviceReady: device = .ready
    case .deviceMissing:
      device = .awaited
      return sweep(at: moment) + [.prepare(afterWhile: true)]
    case .spoken: return finish(at: moment)
    case .cut: return interrupt()
    case .failed: return fail()
    case .unspeakable(let reason): return giveUp(reason)
    case .joined(let summary):
      isJoining = false
      add(summary)
    case .notJoined(let members):
      isJoining = false
      members.forEach { add($0) }
    case .time: break
    }
    return []
  }

  /// How many commands wait or are being spoken.
  var count: Int {
    lanes.values.reduce(0) { $0 + $1.count } + ringing.count + (current == nil ? 0 : 1)
  }

  /// When the oldest of them came, by the computer's own clock.
  var oldest: Duration? {
    let waiting = lanes.values.compactMap(\.first) + ringing.map(\.item)
    return (waiting + (current.map { [$0.item] } ?? [])).map(\.since).min()
  }

  /// How many alerts have been heard and not been acknowledged.
  var alerts: Int { ringing.count + (current?.item.isRepeated == true ? 1 : 0) }

  /// When the queue wants to hear of the time again, by the computer's own clock.
  var nextDue: Duration? {
    guard current == nil, device != .awaited, !isJoining else { return nil }
    return ringing.map(\.due).min()
  }
}
