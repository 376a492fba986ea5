import Wire

/// What is said next.
extension AnnouncementQueue {
  /// What is to be done with the command whose turn it is.
  private enum Decision {
    /// It is spoken, and its receipt says something besides.
    case speak(Form, note: String?)
    case settle(Outcome, reason: String?)
    /// It and others of its kind become one summary.
    case sumUp([QueuedCommand], SoundCommand)
  }

  /// Goes on until something is being spoken or nothing can be.
  mutating func advance(at moment: Moment) -> [QueueAction] {
    var actions: [QueueAction] = []
    while current == nil, !isJoining {
      guard let item = turn(at: moment) else {
        // The next one may come in an hour: who knows what the device does until then.
        if device == .ready { device = .unknown }
        isPrompt = false
        break
      }
      switch decide(item, at: moment) {
      case .settle(let outcome, let reason):
        take(item)
        actions.append(settle(item, outcome, reason))
      case .sumUp(let members, let command):
        let numbers = Set(members.map(\.n))
        _ = remove { numbers.contains($0.n) }
        isJoining = true
        actions.append(.join(members, command))
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
        if item.isRepeated { lastRung = item.n }
        actions.append(.speak(item, form, promptly: isPrompt))
        isPrompt = false
      }
    }
    return actions
  }

  /// The command whose turn it is: by priority, then by how long it has been ready.
  private func turn(at moment: Moment) -> QueuedCommand? {
    for priority in [Priority.high, .normal, .low] {
      let waiting = lanes[priority]?.first
      let due = ringing.filter { $0.item.priority == priority && $0.due <= moment.uptime }
        .min { ($0.due, $0.item.n) < ($1.due, $1.item.n) }
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
    if let index = ringing.firstIndex(where: { $0.item.n == item.n }) {
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
      // It rang under other settings, before the box was started anew.
      return .settle(.played, reason: unanswered(item))
    }
    let isLate = isExpired(item, at: moment)
    if isLate, policy.lateness == .skip { return .settle(.expired, reason: item.expiry?.reason) }
    if let reason = silence(for: item, at: moment) { return .settle(.muted, reason: reason) }
    // While the device is not there more may come, and one summary is to say it all.
    if device == .ready, let summary = summary(for: item, isLate: isLate, at: moment) {
      return summary
    }
    var form = Form(isLate: isLate && !item.subject.isPayment)
    form.rings = item.isRepeated
    form.announces = !item.isRepeated || policy.repetition.announces(in: item.rounds + 1)
    return .speak(form, note: isLate ? item.expiry.map { "late: \($0.reason)" } : nil)
  }

  /// Why a command is not to be heard now; `nil` if it is.
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
    return .sumUp(members, command)
  }
}
