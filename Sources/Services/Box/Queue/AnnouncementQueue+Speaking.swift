import Wire

/// What becomes of the command that is being spoken.
extension AnnouncementQueue {
  mutating func arrive(_ item: QueuedCommand, at moment: Moment) -> [QueueAction] {
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

  mutating func finish(at moment: Moment) -> [QueueAction] {
    guard let current = takeCurrent() else { return [] }
    var item = current.item
    device = .ready
    // What was to interrupt it came in its last clip, and follows it as promptly.
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
    return [.finishRound(item.n, rounds: item.rounds)]
  }

  mutating func interrupt() -> [QueueAction] {
    guard let current = takeCurrent() else { return [] }
    device = .ready
    if let settled = settleInside(current) { return [settled] }
    isPrompt = true
    putBack(current.item)
    return [.release(current.item.n, failed: false)]
  }

  mutating func fail() -> [QueueAction] {
    guard let current = takeCurrent() else { return [] }
    device = .awaited
    let look = QueueAction.prepare(afterWhile: true)
    if let settled = settleInside(current) { return [settled, look] }
    var item = current.item
    item.failures += 1
    putBack(item)
    return [.release(item.n, failed: true), look]
  }

  mutating func giveUp(_ reason: String) -> [QueueAction] {
    guard let current = takeCurrent() else { return [] }
    device = .ready
    return [settle(current.item, .failedClipMissing, reason)]
  }

  /// Why an alert ends that was heard to its last round.
  func unanswered(_ item: QueuedCommand) -> String {
    "nobody acknowledged it in \(item.rounds) rounds"
  }

  private mutating func takeCurrent() -> Current? {
    defer { current = nil }
    return current
  }

  /// Settles a command that was ended in the middle because it was dealt with.
  private func settleInside(_ current: Current) -> QueueAction? {
    guard case .settled(let reason) = current.ending else { return nil }
    return .settle(current.item, .stopped(in: current.item, reason))
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
