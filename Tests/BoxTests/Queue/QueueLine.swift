import Wire

@testable import Box

/// A queue and the clock of a test: what happens goes in, what is to be done comes out in words.
struct QueueLine {
  static let start = Moment(wall: TestClock.start, uptime: .seconds(1000))

  var queue: AnnouncementQueue
  var moment = start

  init(
    _ policy: QueuePolicy = QueuePolicy(),
    canSay: @escaping @Sendable (SoundCommand) -> Bool = { _ in true }
  ) {
    queue = AnnouncementQueue(policy: policy, canSay: canSay)
  }

  /// A queue with settings that a test changes.
  init(_ change: (inout QueuePolicy) -> Void) {
    var policy = QueuePolicy()
    change(&policy)
    self.init(policy)
  }

  mutating func handle(_ event: QueueEvent) -> [String] {
    queue.handle(event, at: moment).map(\.line)
  }

  /// A command comes, now.
  mutating func arrive(
    _ n: Int64, _ say: String = "order.courier", _ priority: Priority = .normal,
    expiry: Expiry? = nil, _ change: (inout QueuedCommand) -> Void = { _ in }
  ) -> [String] {
    var item = QueuedCommand.item(n, say, since: moment.uptime)
    item.priority = priority
    item.expiry = expiry
    change(&item)
    return handle(.arrived(item))
  }

  /// Several commands that say the same come, now.
  mutating func arrive(_ numbers: ClosedRange<Int64>, _ say: String) -> [String] {
    numbers.flatMap { arrive($0, say) }
  }

  /// A command comes that is repeated until its order is acknowledged.
  mutating func alert(
    _ n: Int64, _ priority: Priority = .normal, order: String? = nil,
    _ change: (inout QueuedCommand) -> Void = { _ in }
  ) -> [String] {
    var item = QueuedCommand.item(n, "order.new", order: order, since: moment.uptime)
    item.priority = priority
    item.isRepeated = true
    change(&item)
    return handle(.arrived(item))
  }

  /// A summary of the first commands is stored.
  mutating func summarize(_ n: Int64, _ say: String) -> [String] {
    handle(.summarized(.item(n, say)))
  }

  mutating func ready() -> [String] { handle(.deviceReady) }
  mutating func missing() -> [String] { handle(.deviceMissing(reason: "unplugged")) }
  mutating func spoken() -> [String] { handle(.played(omitted: [])) }
  mutating func cut() -> [String] { handle(.cut) }
  mutating func failed() -> [String] { handle(.failed) }
  mutating func acknowledge(_ order: String) -> [String] {
    handle(.acknowledged(OrderReference(name: order), by: "the cook"))
  }

  /// Time passes by both clocks, and the queue is told so.
  mutating func wait(_ duration: Duration) -> [String] {
    pass(duration)
    return handle(.time)
  }

  /// Time passes by both clocks.
  mutating func pass(_ duration: Duration) {
    moment.wall = moment.wall + duration
    moment.uptime += duration
  }

  /// The next round is due: the queue looks for the device and rings.
  mutating func nextRound() -> [String] {
    guard let due = queue.nextDue else { return ["no round is due"] }
    pass(max(.zero, due - moment.uptime))
    return handle(.time) + ready()
  }
}

extension QueuedCommand {
  /// A command of a test, such as `order.new`.
  static func item(
    _ n: Int64, _ say: String, order: String? = nil, since: Duration = QueueLine.start.uptime
  ) -> QueuedCommand {
    guard let command = try? SoundCommand(say) else { preconditionFailure("no command: \(say)") }
    return QueuedCommand(.journal(n), order: order ?? "o\(n)", command: command, since: since)
  }
}

extension Timestamp {
  /// A moment of a test as RFC 3339 writes it.
  static func at(_ text: String) -> Timestamp {
    guard let moment = Timestamp(text) else { preconditionFailure("no moment: \(text)") }
    return moment
  }
}
