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
  var open: [QueuedCommand.ID: Open] = [:]
  /// The members of the summaries that are open.
  var members: [QueuedCommand.ID: [QueuedCommand.ID]] = [:]
  var settled: [QueuedCommand.ID: String] = [:]
  var last: Int64 = 0
  /// What sounds.
  var sounding: QueuedCommand.ID?
  var mayBeCut = false
  /// What ended just now, and whether it was heard whole.
  var ended: (id: QueuedCommand.ID, isWhole: Bool)?
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
    if queue.current?.item.id != sounding { fault("the queue does not know what sounds") }
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
    case .release(let id, _):
      if ended?.id != id { fault("\(id) waits again without having been begun") }
      guard let item = open[id]?.item else { return fault("\(id) is settled, but waits again") }
      open[id] = Open(item: item, readyAt: item.since, wasCut: true)
    case .finishRound(let id, let rounds):
      if ended?.id != id || rounds != (open[id]?.item.rounds ?? 0) + 1 { fault("miscounts \(id)") }
      if rounds >= policy.repetition.rounds { fault("\(id) rings too often") }
      open[id]?.item.rounds = rounds
      open[id]?.readyAt = moment.uptime + policy.repetition.pause
      ended = nil
    case .summarize(let items, let command): summarize(items, command)
    case .acknowledge(let order):
      handle(.acknowledged(OrderReference(name: order), by: "the button"))
    }
  }

  private mutating func speak(_ item: QueuedCommand, _ form: Form) {
    if sounding != nil { fault("says \(item.id) while \(sounding.map { "\($0)" } ?? "") sounds") }
    if !isReady { fault("says \(item.id) without a device") }
    guard let turn = open[item.id] else { return fault("says \(item.id), which is settled") }
    if turn.readyAt > moment.uptime { fault("says \(item.id) before it is due") }
    let ranks: [Priority: Int] = [.low: 0, .normal: 1, .high: 2]
    for other in open.values where other.readyAt <= moment.uptime {
      let (rank, own) = (ranks[other.item.priority, default: 0], ranks[item.priority, default: 0])
      if rank > own || rank == own && other.readyAt < turn.readyAt {
        fault("says \(item.id) before \(other.item.id)")
      }
    }
    if policy.lateness == .skip, isLate(turn.item) { fault("says \(item.id) too late") }
    if isMuted(item) { fault("says \(item.id) while muted") }
    if form.rings != item.isRepeated { fault("rings for what is no alert") }
    if item.id.number != nil, dice.falls(5) {
      // Another channel was faster, and the journal knows it already.
      close(item.id, "elsewhere")
      handle(.withdrawn(item.id))
    } else {
      (sounding, mayBeCut) = (item.id, false)
    }
  }

  private mutating func settle(_ item: QueuedCommand, _ resolution: Resolution) {
    let id = item.id
    if sounding == id { fault("\(id) is settled while it sounds") }
    let isWhole = ended?.id == id && ended?.isWhole == true
    let rounds = (open[id]?.item.rounds ?? 0) + (isWhole ? 1 : 0)
    if resolution.rounds != rounds {
      fault("\(id) is settled after \(resolution.rounds) of \(rounds) rounds")
    }
    if resolution.outcome == .played, !isWhole, resolution.rounds < policy.repetition.rounds {
      fault("\(id) is settled as played without having been heard")
    }
    if resolution.isMidRound != (ended?.id == id && !isWhole && resolution.outcome == .stopped) {
      fault("\(id) is wrong about a part that was heard")
    }
    close(id, resolution.outcome.name)
  }

  private mutating func summarize(_ items: [QueuedCommand], _ command: SoundCommand) {
    for item in items {
      let isJoinable =
        item.id.number != nil && !item.isRepeated && item.priority != .high && item.id != sounding
        && open[item.id]?.wasCut == false
      if !isJoinable { fault("joins \(item.id)") }
    }
    let least = policy.lateness == .summary ? 1 : policy.summaryAbove ?? Int.max
    if items.count <= min(least, policy.summaryAbove ?? Int.max) { fault("joins too few") }
    if !command.text.contains("number:\(items.count)") { fault("miscounts \(command)") }
    if dice.falls(20) {
      let gone = dice.pick(items)
      close(gone.id, "elsewhere")
      handle(.notSummarized(items.filter { $0.id != gone.id }))
      return
    }
    last += 1
    let id = QueuedCommand.ID.journal(last)
    members[id] = items.map(\.id)
    for item in items { open[item.id] = nil }
    let oldest = items.map(\.since).min() ?? moment.uptime
    let summary = QueuedCommand(id, order: "summary", command: command, since: oldest)
    open[id] = Open(item: summary, readyAt: oldest)
    handle(.summarized(summary))
  }

  /// Notes that a command is dealt with for good, and with it those that it sums up.
  mutating func close(_ id: QueuedCommand.ID, _ outcome: String) {
    if open.removeValue(forKey: id) == nil { fault("\(id) is settled, but was not open") }
    let sums = members.removeValue(forKey: id) ?? []
    for member in [id] + sums where settled.updateValue(outcome, forKey: member) != nil {
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
    case .arrived(let item): "arrived \(item.id) \(item.priority)\(item.isRepeated ? " alert" : "")"
    case .summarized(let item): "summarized \(item.id)"
    case .notSummarized(let items): "not summarized, left \(items.map(\.id))"
    default: "\(self)"
    }
  }
}
