import Wire

/// What waits, and what is taken out of it.
extension AnnouncementQueue {
  /// Puts a command into its lane.
  mutating func add(_ item: QueuedCommand) {
    lanes[item.priority, default: Lane()].insert(item)
    if let kind = summableKind(item) { summable[kind, default: 0] += 1 }
  }

  /// Takes commands out of the lanes, in the order in which they would be said.
  mutating func remove(where matches: (QueuedCommand) -> Bool) -> [QueuedCommand] {
    let removed = [Priority.high, .normal, .low].flatMap { priority in
      lanes[priority]?.remove(where: matches) ?? []
    }
    removed.forEach { forget($0) }
    return removed
  }

  /// Takes the first command out of its lane.
  mutating func removeFirst(_ item: QueuedCommand) {
    lanes[item.priority]?.removeFirst()
    forget(item)
  }

  private mutating func forget(_ item: QueuedCommand) {
    if let kind = summableKind(item) { summable[kind, default: 0] -= 1 }
  }

  /// The kind under which a command can be summed up; `nil` if it must be heard by itself.
  ///
  /// What was cut is said again from its start. What is not in the journal cannot be joined there.
  func summableKind(_ item: QueuedCommand) -> Subject.Kind? {
    guard !item.isRepeated, !item.wasCut, !item.isReplay, item.n > 0, item.priority != .high,
      let kind = item.subject.kind
    else { return nil }
    return kind == .payments && !policy.summarizesPayments ? nil : kind
  }

  mutating func withdraw(_ n: Int64) {
    _ = remove { $0.n == n }
    ringing.removeAll { $0.item.n == n }
    if current?.item.n == n { current = nil }
  }

  /// Ends the alerts of an order; what else is said about it stays.
  mutating func acknowledge(_ order: String, _ reason: String) -> [QueueAction] {
    func isMeant(_ item: QueuedCommand) -> Bool { item.isRepeated && item.order == order }
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

  /// The order whose alert is heard, or was heard last.
  var heardLast: String? {
    if let item = current?.item, item.isRepeated { return item.order }
    let waiting = ringing.map(\.item) + lanes.values.flatMap(\.all)
    return waiting.first { $0.n == lastRung }?.order
      ?? ringing.max { $0.due < $1.due }?.item.order
  }

  /// Settles what has expired while nothing can be said at all.
  mutating func sweep(at moment: Moment) -> [QueueAction] {
    guard policy.lateness == .skip else { return [] }
    let queue = self
    return remove { queue.isExpired($0, at: moment) }
      .map { settle($0, .expired, $0.expiry?.reason) }
  }

  func isExpired(_ item: QueuedCommand, at moment: Moment) -> Bool {
    // An alert that was heard goes on, whatever the time.
    item.rounds == 0 && item.expiry?.hasPassed(since: item.since, at: moment) == true
  }

  func settle(_ item: QueuedCommand, _ outcome: Outcome, _ reason: String?) -> QueueAction {
    var resolution = Resolution(outcome, reason: reason)
    resolution.rounds = item.rounds
    return .settle(item, resolution)
  }
}
