import Wire

/// What to do about an alarm.
enum AlarmAction: Sendable, Equatable {
  /// Store that it is raised, and send notices unless it is a quiet hour.
  case raise(Alarm)
  /// Send the notices that were held back in the quiet hours.
  case notify(Alarm)
  /// Store that it is cleared, and send notices if some were sent when it was raised.
  case clear(Alarm)

  /// The alarm.
  var alarm: Alarm {
    switch self {
    case .raise(let alarm), .notify(let alarm), .clear(let alarm): alarm
    }
  }
}

/// The open alarms: violations go in, actions come out.
struct AlarmStateMachine {
  /// Identifies an alarm.
  struct Key: Hashable {
    let rule: Identifier
    let subject: AlarmSubject
  }

  private struct Entry {
    var alarm: Alarm
    /// Since when the rule is no longer violated.
    var endedSince: Timestamp?
  }

  private var entries: [Key: Entry] = [:]
  /// When violations that do not tell it themselves were first seen.
  private var firstSeen: [Key: Timestamp] = [:]
  /// The rules that have been evaluated.
  private var evaluated: Set<Identifier> = []

  /// The alarms that are open.
  var open: [Alarm] { entries.values.map(\.alarm) }

  /// Starts with the alarms that are stored as open.
  init(open alarms: [Alarm] = []) {
    for alarm in alarms {
      guard let rule = Identifier(rawValue: alarm.name),
        let subject = AlarmSubject(alarm.subject)
      else { continue }
      entries[Key(rule: rule, subject: subject)] = Entry(alarm: alarm)
    }
  }

  /// Applies the violations of all rules.
  ///
  /// - Parameters:
  ///   - snapshot: The violations.
  ///   - settings: The rules.
  ///   - moment: Now.
  /// - Returns: What to do, in this order.
  mutating func advance(
    _ snapshot: RuleSnapshot, _ settings: AlarmSettings, at moment: Timestamp
  ) -> [AlarmAction] {
    var actions: [AlarmAction] = []
    for rule in settings.rules {
      guard let violations = snapshot.violations[rule.name] else { continue }
      let lasting = lasting(violations, rule, at: moment)
      let combined = combined(lasting, rule, mostEach: settings.mostEach)
      for violation in combined {
        actions += record(violation, rule, settings, at: moment)
      }
      actions += clear(
        rule.name, except: Set(combined.map(\.subject)), settings, at: moment)
      evaluated.insert(rule.name)
    }
    let names = Set(settings.rules.map(\.name))
    for name in Set(entries.keys.map(\.rule)).subtracting(names) {
      actions += clear(name, except: [], settings, at: moment)
    }
    return actions
  }

  /// The violations that have lasted long enough, or have an open alarm.
  private mutating func lasting(
    _ violations: [Violation], _ rule: AlarmRule, at moment: Timestamp
  ) -> [Violation] {
    var seen: [Key: Timestamp] = [:]
    let lasting = violations.filter { violation in
      let key = Key(rule: rule.name, subject: violation.subject)
      let since =
        violation.since ?? min(firstSeen[key] ?? assumedStart(violation, rule, moment), moment)
      if violation.since == nil { seen[key] = since }
      return entries[key] != nil || moment - since >= rule.patience
    }
    firstSeen = firstSeen.filter { $0.key.rule != rule.name }
    firstSeen.merge(seen) { $1 }
    return lasting
  }

  /// When a violation began that was not seen before: now, unless a combined alarm that was open before a
  /// restart includes it.
  private func assumedStart(
    _ violation: Violation, _ rule: AlarmRule, _ moment: Timestamp
  ) -> Timestamp {
    guard !evaluated.contains(rule.name), let store = violation.subject.store else { return moment }
    let isCovered = [.store(store), .fleet].contains { subject in
      entries[Key(rule: rule.name, subject: subject)] != nil
    }
    return isCovered ? moment + (.zero - rule.patience) : moment
  }

  /// Combines too many violations by boxes into one by a store, or by the fleet.
  ///
  /// A box with an alarm of its own keeps it. A combined alarm is split up again only when half as many
  /// are left, so that nothing new hides behind the last of them for long.
  private func combined(
    _ violations: [Violation], _ rule: AlarmRule, mostEach: Int
  ) -> [Violation] {
    // Names are made once: there may be ten thousand of them.
    let violations = violations.map { (name: "\($0.subject)", violation: $0) }
      .sorted { $0.name < $1.name }.map(\.violation)
    guard violations.count > mostEach / 2 else { return violations }
    let stores = Dictionary(grouping: violations) { $0.subject.store }
    var subjects: [Violation] = []
    for (store, violations) in stores.sorted(
      by: { $0.key?.rawValue ?? "" < $1.key?.rawValue ?? "" })
    {
      let subject = store.map { AlarmSubject.store($0) } ?? .monitor
      subjects += combined(violations, violations.count, as: subject, rule, mostEach)
    }
    return combined(subjects, violations.count, as: .fleet, rule, mostEach)
  }

  private func combined(
    _ violations: [Violation], _ boxes: Int, as subject: AlarmSubject, _ rule: AlarmRule,
    _ mostEach: Int
  ) -> [Violation] {
    func isOpen(_ subject: AlarmSubject) -> Bool {
      entries[Key(rule: rule.name, subject: subject)] != nil
    }
    let most = isOpen(subject) ? mostEach / 2 : mostEach
    let kept = violations.filter { isOpen($0.subject) }
    guard violations.count > most, kept.count < violations.count else { return violations }
    let examples = violations.prefix(3).map { "\($0.subject) (\($0.text))" }
    return kept + [
      Violation(
        subject: subject, text: "\(boxes) boxes, such as \(examples.joined(separator: ", "))")
    ]
  }

  private mutating func record(
    _ violation: Violation, _ rule: AlarmRule, _ settings: AlarmSettings, at moment: Timestamp
  ) -> [AlarmAction] {
    let key = Key(rule: rule.name, subject: violation.subject)
    let isQuiet = settings.isQuiet(violation.subject, at: moment)
    if var entry = entries[key] {
      entry.endedSince = nil
      let wasNotified = entry.alarm.isNotified
      entry.alarm.isNotified = wasNotified || !isQuiet
      entries[key] = entry
      return entry.alarm.isNotified == wasNotified ? [] : [.notify(entry.alarm)]
    }
    let alarm = Alarm(
      name: rule.name.rawValue, subject: "\(violation.subject)", raisedAt: moment,
      text: violation.text, severity: rule.severity.rawValue, isNotified: !isQuiet)
    entries[key] = Entry(alarm: alarm)
    return [.raise(alarm)]
  }

  /// Clears the alarms of a rule that have ended.
  private mutating func clear(
    _ rule: Identifier, except subjects: Set<AlarmSubject>, _ settings: AlarmSettings,
    at moment: Timestamp
  ) -> [AlarmAction] {
    let ended = entries.keys.filter { $0.rule == rule && !subjects.contains($0.subject) }
    return ended.sorted { "\($0.subject)" < "\($1.subject)" }.compactMap { key in
      guard var entry = entries[key] else { return nil }
      // A clock that was set back must not keep it open.
      let since = min(entry.endedSince ?? moment, moment)
      entry.endedSince = since
      entries[key] = entry
      guard moment - since >= settings.clearing else { return nil }
      entries[key] = nil
      entry.alarm.clearedAt = moment
      return .clear(entry.alarm)
    }
  }
}
