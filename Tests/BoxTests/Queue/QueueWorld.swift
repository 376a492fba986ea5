import Wire

@testable import Box

/// A box around a queue, played by dice: it does what the queue wants done, keeps its own books, and
/// notes each fault against them.
struct QueueWorld {
  /// A command that is not settled.
  struct Open {
    var item: QueuedCommand
    /// Since when it could be said, or from when on it can be.
    var readyAt: Duration
    var wasCut = false
  }

  var dice: Dice
  let policy: QueuePolicy
  var queue: AnnouncementQueue
  var moment = QueueLine.start
  var mutedUntil: Timestamp?
  var open: [Int64: Open] = [:]
  /// The members of the summaries that are open.
  var members: [Int64: [Int64]] = [:]
  var settled: [Int64: String] = [:]
  var last: Int64 = 0
  /// What sounds.
  var sounding: Int64?
  var mayBeCut = false
  /// What ended just now, and whether it was heard whole.
  var ended: (n: Int64, isWhole: Bool)?
  var isReady = false
  var isLookedFor = false
  /// What has happened, in words; kept only if somebody is to read it.
  var events: [String]?
  var faults: [String] = []

  init(seed: Int, isRead: Bool = false) {
    dice = Dice(seed: UInt64(seed))
    events = isRead ? [] : nil
    policy = dice.policy()
    let largest = dice.pick([0, 3, 1000])
    queue = AnnouncementQueue(policy: policy) { command in
      command.words.allSatisfy {
        if case .number(let number) = $0 { number <= largest } else { true }
      }
    }
  }

  mutating func fault(_ what: String) { faults.append(what) }

  /// Tells the queue what has happened, does what it wants done, and looks at the books.
  mutating func tell(_ event: QueueEvent) {
    handle(event)
    ended = nil
    let isBusy = sounding != nil || isLookedFor
    if !isBusy { isReady = false }
    if queue.count != open.count { fault("\(queue.count) in the queue, \(open.count) are open") }
    if queue.current?.item.n != sounding { fault("the queue does not know what sounds") }
    if isBusy, queue.nextDue != nil { fault("it would wake up while it waits for an answer") }
    guard !isBusy, let next = open.values.map(\.readyAt).min() else { return }
    if next <= moment.uptime { fault("something could be said, and nothing happens") }
    if queue.nextDue != next { fault("it would not wake up when the next round is due") }
  }

  private mutating func handle(_ event: QueueEvent) {
    let actions = queue.handle(event, at: moment)
    events?.append("\(event.word) -> \(actions.map(\.line).joined(separator: ", "))")
    for action in actions { perform(action) }
  }

  private mutating func perform(_ action: QueueAction) {
    switch action {
    case .prepare:
      if isLookedFor { fault("looks for the device twice") }
      (isLookedFor, isReady) = (true, false)
    case .speak(let item, let form, _): speak(item, form)
    case .cut:
      if sounding == nil { fault("cuts silence") }
      mayBeCut = true
    case .settle(let item, let resolution): settle(item, resolution)
    case .release(let n, _):
      if ended?.n != n { fault("\(n) waits again without having been begun") }
      guard let item = open[n]?.item else { return fault("\(n) is settled, but waits again") }
      open[n] = Open(item: item, readyAt: item.since, wasCut: true)
    case .finishRound(let n, let rounds):
      if ended?.n != n || rounds != (open[n]?.item.rounds ?? 0) + 1 { fault("miscounts \(n)") }
      if rounds >= policy.repetition.rounds { fault("\(n) rings too often") }
      open[n]?.item.rounds = rounds
      open[n]?.readyAt = moment.uptime + policy.repetition.pause
      ended = nil
    case .join(let items, let command): join(items, command)
    case .acknowledge(let order): handle(.acknowledged(order: order, by: "the button"))
    }
  }

  private mutating func speak(_ item: QueuedCommand, _ form: Form) {
    if sounding != nil { fault("says \(item.n) while \(sounding ?? 0) sounds") }
    if !isReady { fault("says \(item.n) without a device") }
    guard let turn = open[item.n] else { return fault("says \(item.n), which is settled") }
    if turn.readyAt > moment.uptime { fault("says \(item.n) before it is due") }
    let ranks: [Priority: Int] = [.low: 0, .normal: 1, .high: 2]
    for other in open.values where other.readyAt <= moment.uptime {
      let (rank, own) = (ranks[other.item.priority, default: 0], ranks[item.priority, default: 0])
      if rank > own || rank == own && other.readyAt < turn.readyAt {
        fault("says \(item.n) before \(other.item.n)")
      }
    }
    if policy.lateness == .skip, isLate(turn.item) { fault("says \(item.n) too late") }
    if isMuted(item) { fault("says \(item.n) while muted") }
    if form.rings != item.isRepeated { fault("rings for what is no alert") }
    if item.n > 0, dice.falls(5) {
      // Another channel was faster, and the journal knows it already.
      close(item.n, "elsewhere")
      handle(.withdrawn(item.n))
    } else {
      (sounding, mayBeCut) = (item.n, false)
    }
  }

  private mutating func settle(_ item: QueuedCommand, _ resolution: Resolution) {
    let n = item.n
    if sounding == n { fault("\(n) is settled while it sounds") }
    let isWhole = ended?.n == n && ended?.isWhole == true
    let rounds = (open[n]?.item.rounds ?? 0) + (isWhole ? 1 : 0)
    if resolution.rounds != rounds {
      fault("\(n) is settled after \(resolution.rounds) of \(rounds) rounds")
    }
    if resolution.outcome == .played, !isWhole, resolution.rounds < policy.repetition.rounds {
      fault("\(n) is settled as played without having been heard")
    }
    if resolution.isMidRound != (ended?.n == n && !isWhole && resolution.outcome == .stopped) {
      fault("\(n) is wrong about a part that was heard")
    }
    close(n, resolution.outcome.name)
  }

  private mutating func join(_ items: [QueuedCommand], _ command: SoundCommand) {
    for item in items {
      let isJoinable =
        item.n > 0 && !item.isRepeated && item.priority != .high && item.n != sounding
        && open[item.n]?.wasCut == false
      if !isJoinable { fault("joins \(item.n)") }
    }
    let least = policy.lateness == .summary ? 1 : policy.summaryAbove ?? Int.max
    if items.count <= min(least, policy.summaryAbove ?? Int.max) { fault("joins too few") }
    if !command.text.contains("number:\(items.count)") { fault("miscounts \(command)") }
    if dice.falls(20) {
      let gone = dice.pick(items)
      close(gone.n, "elsewhere")
      handle(.notJoined(items.filter { $0.n != gone.n }))
      return
    }
    last += 1
    members[last] = items.map(\.n)
    for item in items { open[item.n] = nil }
    let oldest = items.map(\.since).min() ?? moment.uptime
    let summary = QueuedCommand(n: last, order: "summary", command: command, since: oldest)
    open[last] = Open(item: summary, readyAt: oldest)
    handle(.joined(summary))
  }

  /// Notes that a command is dealt with for good, and with it those that it sums up.
  mutating func close(_ n: Int64, _ outcome: String) {
    if open.removeValue(forKey: n) == nil { fault("\(n) is settled, but was not open") }
    let sums = members.removeValue(forKey: n) ?? []
    for member in [n] + sums where settled.updateValue(outcome, forKey: member) != nil {
      fault("\(member) is settled twice")
    }
  }

  private func isLate(_ item: QueuedCommand) -> Bool {
    guard item.rounds == 0 else { return false }
    return switch item.expiry {
    case .at(let end): moment.wall >= end
    case .after(let lifetime): moment.uptime >= item.since + lifetime
    case nil: false
    }
  }

  private func isMuted(_ item: QueuedCommand) -> Bool {
    guard moment.isPlausible, item.priority != .high || !policy.highPasses else { return false }
    return policy.quietHours?.end(at: moment) != nil || mutedUntil.map { moment.wall < $0 } == true
  }
}

extension QueueEvent {
  /// The event in a few words.
  fileprivate var word: String {
    switch self {
    case .arrived(let item): "arrived \(item.n) \(item.priority)\(item.isRepeated ? " alert" : "")"
    case .joined(let item): "joined \(item.n)"
    case .notJoined(let items): "not joined, left \(items.map(\.n))"
    default: "\(self)"
    }
  }
}
