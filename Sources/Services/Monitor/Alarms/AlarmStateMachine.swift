import Wire

/// Which alarms are open: what the rules find goes in, what is to be done comes out.
struct AlarmStateMachine {
  /// What tells alarms apart.
  struct Key: Hashable {
    let rule: Identifier
    let subject: AlarmSubject
  }

  private struct Entry {
    var alarm: Alarm
    /// Since when all is well again.
    var wellSince: Timestamp?
  }

  private var entries: [Key: Entry] = [:]
  /// Since when findings that do not tell it themselves have been true.
  private var seen: [Key: Timestamp] = [:]
  /// The rules that have been looked at.
  private var looked: Set<Identifier> = []

  /// The alarms that are open.
  var open: [Alarm] { entries.values.map(\.alarm) }

  /// Starts with the alarms that were open before.
  init(open alarms: [Alarm] = []) {
    for alarm in alarms {
      guard let rule = Identifier(rawValue: alarm.name),
        let subject = AlarmSubject(alarm.subject)
      else { continue }
      entries[Key(rule: rule, subject: subject)] = Entry(alarm: alarm)
    }
  }

  /// Takes in what the rules find.
  ///
  /// - Parameters:
  ///   - snapshot: What they find.
  ///   - settings: The rules.
  ///   - moment: Now.
  /// - Returns: What is to be done, in this order.
  mutating func look(
    at snapshot: RuleSnapshot, _ settings: AlarmSettings, at moment: Timestamp
  ) -> [AlarmStep] {
    var steps: [AlarmStep] = []
    for rule in settings.rules {
      guard let findings = snapshot.findings[rule.name] else { continue }
      let ripe = ripe(findings, rule, at: moment)
      let wanted = summedUp(ripe, rule, mostEach: settings.mostEach)
      for finding in wanted {
        steps += note(finding, rule, settings, at: moment)
      }
      steps += settle(rule.name, but: Set(wanted.map(\.subject)), settings, at: moment)
      looked.insert(rule.name)
    }
    let names = Set(settings.rules.map(\.name))
    for name in Set(entries.keys.map(\.rule)).subtracting(names) {
      steps += settle(name, but: [], settings, at: moment)
    }
    return steps
  }

  /// The findings that have lasted as long as they must, or are the subject of an open alarm.
  private mutating func ripe(
    _ findings: [Violation], _ rule: AlarmRule, at moment: Timestamp
  ) -> [Violation] {
    var seen: [Key: Timestamp] = [:]
    let ripe = findings.filter { finding in
      let key = Key(rule: rule.name, subject: finding.subject)
      let since = finding.since ?? min(self.seen[key] ?? firstSeen(finding, rule, moment), moment)
      if finding.since == nil { seen[key] = since }
      return entries[key] != nil || moment - since >= rule.patience
    }
    self.seen = self.seen.filter { $0.key.rule != rule.name }
    self.seen.merge(seen) { $1 }
    return ripe
  }

  /// Since when a finding is true that was not seen before: since now, unless an alarm that was open
  /// before a restart has summed it up.
  private func firstSeen(
    _ finding: Violation, _ rule: AlarmRule, _ moment: Timestamp
  ) -> Timestamp {
    guard !looked.contains(rule.name), let store = finding.subject.store else { return moment }
    let isCovered = [.store(store), .fleet].contains { subject in
      entries[Key(rule: rule.name, subject: subject)] != nil
    }
    return isCovered ? moment + (.zero - rule.patience) : moment
  }

  /// Puts one finding about a store, or about the fleet, in the place of too many about boxes.
  ///
  /// What has an alarm of its own keeps it. What is summed up is told one by one again when only half as
  /// many are left, so that nothing new hides behind the last of them for long.
  private func summedUp(
    _ findings: [Violation], _ rule: AlarmRule, mostEach: Int
  ) -> [Violation] {
    // The names are made once: there may be ten thousand of them.
    let findings = findings.map { (name: "\($0.subject)", finding: $0) }
      .sorted { $0.name < $1.name }.map(\.finding)
    guard findings.count > mostEach / 2 else { return findings }
    let stores = Dictionary(grouping: findings) { $0.subject.store }
    var subjects: [Violation] = []
    for (store, findings) in stores.sorted(by: { $0.key?.rawValue ?? "" < $1.key?.rawValue ?? "" })
    {
      let subject = store.map { AlarmSubject.store($0) } ?? .monitor
      subjects += summedUp(findings, findings.count, as: subject, rule, mostEach)
    }
    return summedUp(subjects, findings.count, as: .fleet, rule, mostEach)
  }

  private func summedUp(
    _ findings: [Violation], _ boxes: Int, as subject: AlarmSubject, _ rule: AlarmRule,
    _ mostEach: Int
  ) -> [Violation] {
    func isOpen(_ subject: AlarmSubject) -> Bool {
      entries[Key(rule: rule.name, subject: subject)] != nil
    }
    let most = isOpen(subject) ? mostEach / 2 : mostEach
    let kept = findings.filter { isOpen($0.subject) }
    guard findings.count > most, kept.count < findings.count else { return findings }
    let examples = findings.prefix(3).map { "\($0.subject) (\($0.text))" }
    return kept + [
      Violation(
        subject: subject, text: "\(boxes) boxes, such as \(examples.joined(separator: ", "))")
    ]
  }

  private mutating func note(
    _ finding: Violation, _ rule: AlarmRule, _ settings: AlarmSettings, at moment: Timestamp
  ) -> [AlarmStep] {
    let key = Key(rule: rule.name, subject: finding.subject)
    let isQuiet = settings.isQuiet(finding.subject, at: moment)
    if var entry = entries[key] {
      entry.wellSince = nil
      let isTold = entry.alarm.isTold
      entry.alarm.isTold = isTold || !isQuiet
      entries[key] = entry
      return entry.alarm.isTold == isTold ? [] : [.tell(entry.alarm)]
    }
    let alarm = Alarm(
      name: rule.name.rawValue, subject: "\(finding.subject)", raisedAt: moment,
      text: finding.text, severity: rule.severity.rawValue, isTold: !isQuiet)
    entries[key] = Entry(alarm: alarm)
    return [.raise(alarm)]
  }

  /// Clears a rule's alarms that are over.
  private mutating func settle(
    _ rule: Identifier, but subjects: Set<AlarmSubject>, _ settings: AlarmSettings,
    at moment: Timestamp
  ) -> [AlarmStep] {
    let well = entries.keys.filter { $0.rule == rule && !subjects.contains($0.subject) }
    return well.sorted { "\($0.subject)" < "\($1.subject)" }.compactMap { key in
      guard var entry = entries[key] else { return nil }
      // A clock that was set back must not keep it open.
      let since = min(entry.wellSince ?? moment, moment)
      entry.wellSince = since
      entries[key] = entry
      guard moment - since >= settings.clearing else { return nil }
      entries[key] = nil
      entry.alarm.clearedAt = moment
      return .clear(entry.alarm)
    }
  }
}
