import Wire

/// What waits, and what is taken out of it.
extension AnnouncementQueue {
  /// Puts a command into its lane.
  mutating func add(_ item: QueuedCommand) {
    lanes[item.priority, default: Lane()].insert(item)
    if let kind = summableKind(item) { summable[kind, default: 0] += 1 }
  }

  /// Takes commands out of the lanes, in the order in which they would be announced.
  mutating func remove(where matches: (QueuedCommand) -> Bool) -> [QueuedCommand] {
    let removed = [Priority.high, .normal, .low].flatMap { priority in
      lanes[priority]?.remove(where: matches) ?? []
    }
    removed.forEach { uncount($0) }
    return removed
  }

  /// Takes the first command out of its lane.
  mutating func removeFirst(_ item: QueuedCommand) {
    lanes[item.priority]?.removeFirst()
    uncount(item)
  }

  private mutating func uncount(_ item: QueuedCommand) {
    if let kind = summableKind(item) { summable[kind, default: 0] -= 1 }
  }

  /// The kind under which a summary can say a command; `nil` if it must be heard by itself.
  ///
  /// A command that was cut is said again from its start. A self-test has no place in the journal that
  /// a summary could take.
  func summableKind(_ item: QueuedCommand) -> Subject.Kind? {
    guard !item.isRepeated, !item.wasCut, !item.isReplay, item.id.number != nil,
      item.priority != .high, let kind = item.subject.kind
    else { return nil }
    return kind == .payments && !policy.summarizesPayments ? nil : kind
  }

  mutating func withdraw(_ id: QueuedCommand.ID) {
    _ = remove { $0.id == id }
    ringing.removeAll { $0.item.id == id }
    if current?.item.id == id { current = nil }
  }

  /// Ends the alerts of an order; other commands about it stay.
  mutating func acknowledge(_ order: OrderReference, _ reason: String) -> [QueueAction] {
    func isMeant(_ item: QueuedCommand) -> Bool {
      item.isRepeated && item.order == order.name
        && order.sources?.contains(item.source) != false
    }
    let ended = remove(where: isMeant) + ringing.map(\.item).filter(isMeant)
    ringing.removeAll { isMeant($0.item) }
    var actions = ended.map { settle($0, .stopped, reason) }
    if let item = current?.item, isMeant(item) {
      current?.ending = .settled(reason: reason)
      actions.append(.cut(.soon))
    }
    return actions
  }

  mutating func stop(_ scope: Request.Scope) -> [QueueAction] {
    let reason = "stopped by request"
    var actions: [QueueAction] = []
    if scope != .current {
      let ended = remove { _ in true } + ringing.map(\.item)
      ringing = []
      actions = ended.map { settle($0, .stopped, reason) }
    }
    if scope != .queue, current != nil {
      current?.ending = .settled(reason: reason)
      actions.append(.cut(.now))
    }
    return actions
  }

  /// The order whose alert sounds, or sounded last.
  var heardLast: String? {
    if let item = current?.item, item.isRepeated { return item.order }
    let waiting = ringing.map(\.item) + lanes.values.flatMap(\.all)
    return waiting.first { $0.id == lastRung }?.order
      ?? ringing.max { $0.due < $1.due }?.item.order
  }

  /// Settles what has expired while the device is missing.
  mutating func expire(at moment: Moment) -> [QueueAction] {
    guard policy.lateness == .skip else { return [] }
    let queue = self
    return remove { queue.isExpired($0, at: moment) }
      .map { settle($0, .expired, $0.expiry?.reason) }
  }

  func isExpired(_ item: QueuedCommand, at moment: Moment) -> Bool {
    // An alert that has been heard goes on, whatever the time.
    item.rounds == 0 && item.expiry?.hasPassed(since: item.since, at: moment) == true
  }

  func settle(_ item: QueuedCommand, _ outcome: Outcome, _ reason: String?) -> QueueAction {
    .settle(item, Resolution(outcome, reason: reason, rounds: item.rounds))
  }
}

/// The commands of one priority, oldest first.
///
/// Appending and taking the first cost the same however many wait.
struct Lane: Sendable {
  private var items: [QueuedCommand] = []
  private var head = 0

  var first: QueuedCommand? { head < items.count ? items[head] : nil }
  var count: Int { items.count - head }
  /// All that wait, in order.
  var all: ArraySlice<QueuedCommand> { items[head...] }

  /// Puts a command into its place.
  mutating func insert(_ item: QueuedCommand) {
    var index = items.count
    while index > head, item.isBefore(items[index - 1]) { index -= 1 }
    items.insert(item, at: index)
  }

  mutating func removeFirst() {
    head += 1
    if head > 64, head * 2 > items.count {
      items.removeFirst(head)
      head = 0
    }
  }

  mutating func remove(where matches: (QueuedCommand) -> Bool) -> [QueuedCommand] {
    let removed = all.filter(matches)
    guard !removed.isEmpty else { return [] }
    items = all.filter { !matches($0) }
    head = 0
    return removed
  }
}
