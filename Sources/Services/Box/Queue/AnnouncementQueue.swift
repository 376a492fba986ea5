import Wire

/// Decides what is announced, and when: events in, actions out.
///
/// It knows no clock, no disk and no device. Its owner performs the actions in their order and reports
/// the results as further events. At most one command is being announced.
struct AnnouncementQueue: Sendable {
  /// How often the box may crash while it announces a command before it gives the command up.
  ///
  /// The protocol allows one replay: a repeated order is better than a missed one, but one that
  /// crashes the box each time must not silence all others.
  static let crashesAllowed = 1
  /// How often the device may fail in the middle of a command before that is given up.
  static let failuresAllowed = 2

  /// The command that is being announced.
  struct Current: Sendable {
    var item: QueuedCommand
    /// What its receipt says besides.
    var note: String?
    /// Why it is to be cut, if it is.
    var ending: Ending?
  }

  /// Why an announcement is to be cut.
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
    /// It has not been checked since the last silence.
    case unknown
    /// It is being checked; nothing starts before the result.
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
  /// Whether a summary is being stored; nothing starts before the result.
  var isSummarizing = false
  /// How many waiting commands a summary could say.
  var summable: [Subject.Kind: Int] = [:]
  /// Whether the next announcement follows one that it has interrupted.
  var isPrompt = false
  /// The alert that sounds, or sounded last.
  var lastRung: QueuedCommand.ID?

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - policy: The shop's settings.
  ///   - canSay: Whether the pack can say a command.
  init(policy: QueuePolicy, canSay: @escaping @Sendable (SoundCommand) -> Bool) {
    self.policy = policy
    self.canSay = canSay
  }

  /// Processes an event, and starts what comes next.
  ///
  /// - Parameters:
  ///   - event: What has happened.
  ///   - moment: When.
  /// - Returns: What is to be done, in order.
  mutating func handle(_ event: QueueEvent, at moment: Moment) -> [QueueAction] {
    react(to: event, at: moment) + advance(at: moment)
  }

  /// Processes an event, and starts nothing.
  mutating func react(to event: QueueEvent, at moment: Moment) -> [QueueAction] {
    switch event {
    case .arrived(let item): return arrive(item, at: moment)
    case .withdrawn(let id): withdraw(id)
    case .acknowledged(let order, let by): return acknowledge(order, "acknowledged by \(by)")
    case .pressed: return heardLast.map { [.acknowledge(order: $0)] } ?? []
    case .stopped(let scope): return stop(scope)
    case .muted(let until): mutedUntil = until
    case .deviceReady: device = .ready
    case .deviceMissing:
      device = .awaited
      return expire(at: moment) + [.prepare(afterWhile: true)]
    case .played: return finish(at: moment)
    case .cut: return interrupt()
    case .failed: return fail()
    case .unspeakable(let reason): return giveUp(reason)
    case .summarized(let summary):
      isSummarizing = false
      add(summary)
    case .notSummarized(let members):
      isSummarizing = false
      members.forEach { add($0) }
    case .time: break
    }
    return []
  }

  /// How many commands wait or are being announced.
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

  /// When the queue must be sent ``QueueEvent/time`` next, by the computer's own clock.
  var nextDue: Duration? {
    guard current == nil, device != .awaited, !isSummarizing else { return nil }
    return ringing.map(\.due).min()
  }
}

/// Arrivals, and what becomes of the command that is being announced.
extension AnnouncementQueue {
  private mutating func arrive(_ item: QueuedCommand, at moment: Moment) -> [QueueAction] {
    if let by = item.acknowledgedBy { return [settle(item, .stopped, "acknowledged by \(by)")] }
    if item.rounds > 0 {
      ringing.append(Ringing(item: item, due: moment.uptime))
      return []
    }
    add(item)
    guard item.priority == .high, let current, current.item.priority != .high,
      current.ending == nil, silence(for: item, at: moment) == nil, !isExpired(item, at: moment)
    else { return [] }
    self.current?.ending = .preempted
    return [.cut(.atBorder)]
  }

  private mutating func finish(at moment: Moment) -> [QueueAction] {
    guard let current = takeCurrent() else { return [] }
    var item = current.item
    device = .ready
    // The command that was to interrupt it came in its last clip, and follows as promptly.
    isPrompt = current.ending == .preempted
    item.rounds += 1
    guard item.isRepeated else { return [settle(item, .played, current.note)] }
    if case .settled(let reason) = current.ending { return [settle(item, .stopped, reason)] }
    guard item.rounds < policy.repetition.rounds else {
      return [settle(item, .played, unanswered(item))]
    }
    item.crashes = 0
    item.failures = 0
    ringing.append(Ringing(item: item, due: moment.uptime + policy.repetition.pause))
    return [.finishRound(item.id, rounds: item.rounds)]
  }

  private mutating func interrupt() -> [QueueAction] {
    guard let current = takeCurrent() else { return [] }
    device = .ready
    if let settled = settleMidRound(current) { return [settled] }
    isPrompt = true
    putBack(current.item)
    return [.release(current.item.id, failed: false)]
  }

  private mutating func fail() -> [QueueAction] {
    guard let current = takeCurrent() else { return [] }
    device = .awaited
    let prepare = QueueAction.prepare(afterWhile: true)
    if let settled = settleMidRound(current) { return [settled, prepare] }
    var item = current.item
    item.failures += 1
    putBack(item)
    return [.release(item.id, failed: true), prepare]
  }

  private mutating func giveUp(_ reason: String) -> [QueueAction] {
    guard let current = takeCurrent() else { return [] }
    device = .ready
    return [settle(current.item, .failedClipMissing, reason)]
  }

  /// Why an alert ends after its last round.
  func unanswered(_ item: QueuedCommand) -> String {
    "nobody acknowledged it in \(item.rounds) rounds"
  }

  private mutating func takeCurrent() -> Current? {
    defer { current = nil }
    return current
  }

  /// Settles a command that was cut because it had been dealt with.
  private func settleMidRound(_ current: Current) -> QueueAction? {
    guard case .settled(let reason) = current.ending else { return nil }
    return .settle(current.item, .stopped(midRoundOf: current.item, reason))
  }

  /// Makes it the first of its priority again: nothing that came later goes before it.
  private mutating func putBack(_ item: QueuedCommand) {
    var item = item
    item.wasCut = true
    if item.rounds > 0 {
      ringing.append(Ringing(item: item, due: item.since))
    } else {
      add(item)
    }
  }
}
