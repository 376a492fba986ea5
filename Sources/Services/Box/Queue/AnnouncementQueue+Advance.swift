import Wire

/// What is announced next.
extension AnnouncementQueue {
  /// What to do with the command that is next.
  private enum Decision {
    /// Announce it; its receipt says `note` besides.
    case speak(Form, note: String?)
    case settle(Outcome, reason: String?)
    /// Make one summary of it and others of its kind.
    case summarize([QueuedCommand], SoundCommand)
  }

  /// Goes on until a command is being announced or none can be.
  mutating func advance(at moment: Moment) -> [QueueAction] {
    var actions: [QueueAction] = []
    while current == nil, !isSummarizing {
      guard let item = next(at: moment) else {
        // The next command may come in an hour, and the device may be gone by then.
        if device == .ready { device = .unknown }
        isPrompt = false
        break
      }
      switch decide(item, at: moment) {
      case .settle(let outcome, let reason):
        take(item)
        actions.append(settle(item, outcome, reason))
      case .summarize(let members, let command):
        let ids = Set(members.map(\.id))
        _ = remove { ids.contains($0.id) }
        isSummarizing = true
        actions.append(.summarize(members, command))
      case .speak(let form, let note):
        guard device == .ready else {
          if device == .unknown {
            device = .awaited
            actions.append(.prepare(afterWhile: false))
          }
          return actions
        }
        take(item)
        current = Current(item: item, note: note)
        if item.isRepeated { lastRung = item.id }
        actions.append(.speak(item, form, promptly: isPrompt))
        isPrompt = false
      }
    }
    return actions
  }

  /// The next command: by priority, then by how long it has been ready.
  private func next(at moment: Moment) -> QueuedCommand? {
    for priority in [Priority.high, .normal, .low] {
      let waiting = lanes[priority]?.first
      let due = ringing.filter { $0.item.priority == priority && $0.due <= moment.uptime }
        .min { ($0.due, $0.item.id) < ($1.due, $1.item.id) }
      switch (waiting, due) {
      case (let waiting?, let due?): return waiting.since <= due.due ? waiting : due.item
      case (let waiting?, nil): return waiting
      case (nil, let due?): return due.item
      case (nil, nil): continue
      }
    }
    return nil
  }

  private mutating func take(_ item: QueuedCommand) {
    if let index = ringing.firstIndex(where: { $0.item.id == item.id }) {
      ringing.remove(at: index)
    } else {
      removeFirst(item)
    }
  }

  private func decide(_ item: QueuedCommand, at moment: Moment) -> Decision {
    if item.crashes > Self.crashesAllowed {
      let reason = "the box ended \(item.crashes) times while speaking it"
      return .settle(.failedCrashes, reason: reason)
    }
    if item.failures > Self.failuresAllowed {
      let reason = "the sound device failed \(item.failures) times while speaking"
      return .settle(.failedAudio, reason: reason)
    }
    if item.isRepeated, item.rounds >= policy.repetition.rounds {
      // It rang under other settings, before the box was restarted.
      return .settle(.played, reason: unanswered(item))
    }
    let isLate = isExpired(item, at: moment)
    if isLate, policy.lateness == .skip { return .settle(.expired, reason: item.expiry?.reason) }
    if let reason = silence(for: item, at: moment) { return .settle(.muted, reason: reason) }
    // While the device is missing more may come, and one summary is to say all of it.
    if device == .ready, let summary = summary(for: item, isLate: isLate, at: moment) {
      return summary
    }
    var form = Form(isLate: isLate && !item.subject.isPayment)
    form.rings = item.isRepeated
    form.announces = !item.isRepeated || policy.repetition.announces(in: item.rounds + 1)
    return .speak(form, note: isLate ? item.expiry.map { "late: \($0.reason)" } : nil)
  }

  /// Why a command must not be heard now; `nil` if it may.
  func silence(for item: QueuedCommand, at moment: Moment) -> String? {
    if item.priority == .high, policy.highPasses { return nil }
    if let end = policy.quietHours?.end(at: moment) { return "quiet hours until \(end)" }
    guard let mutedUntil, moment.isPlausible, moment.wall < mutedUntil else { return nil }
    return "muted until \(mutedUntil)"
  }

  /// The summary that says a command and others of its kind, if there is to be one.
  private func summary(for item: QueuedCommand, isLate: Bool, at moment: Moment) -> Decision? {
    let joinsLate = isLate && policy.lateness == .summary
    guard let kind = summableKind(item) else { return nil }
    let least = joinsLate ? 1 : policy.summaryAbove ?? Int.max
    guard summable[kind, default: 0] > least else { return nil }
    let members = [Priority.normal, .low].flatMap { lanes[$0]?.all ?? [] }.filter { member in
      guard summableKind(member) == kind else { return false }
      let memberIsLate = isExpired(member, at: moment)
      return joinsLate ? memberIsLate : !memberIsLate || policy.lateness != .skip
    }
    let areLate = members.allSatisfy { isExpired($0, at: moment) }
    guard members.count > least,
      let command = Summary.command(of: members, kind, isLate: areLate, canSay: canSay)
    else { return nil }
    return .summarize(members, command)
  }
}
