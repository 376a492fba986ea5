import Fleet
import Wire

extension RuleSnapshot {
  /// Looks at the fleet and at what is written down.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - fleet: The fleet.
  ///   - repository: What is written down.
  ///   - isSettled: Whether what is known of the boxes is what is true of them.
  ///   - moment: Now.
  init(
    _ rules: [AlarmRule], of fleet: FleetView, _ repository: any FleetRepository, isSettled: Bool,
    at moment: Timestamp
  ) {
    var failure: String?
    if isSettled {
      for rule in rules {
        do {
          if let found = try Self.written(rule, in: repository, at: moment) {
            findings[rule.name] = found
          }
        } catch {
          failure = "\(error)"
        }
      }
    }
    fleet.withState { state in
      for rule in rules where rule.isAboutMonitor {
        findings[rule.name] = state.findings(about: rule, failure: failure)
      }
      let rules = rules.filter { !$0.isAboutMonitor && $0.isAboutNow }
      guard isSettled, !rules.isEmpty else { return }
      for rule in rules { findings[rule.name] = [] }
      for entry in state.boxes.values {
        for rule in rules where rule.holds(for: entry.record.name.store) {
          if let finding = entry.record.finding(rule.condition, at: moment) {
            findings[rule.name]?.append(finding)
          }
        }
      }
    }
  }

  /// What the ledger says about a rule; `nil` if the rule does not ask it.
  private static func written(
    _ rule: AlarmRule, in repository: any FleetRepository, at moment: Timestamp
  ) throws -> [Violation]? {
    switch rule.condition {
    case .unanswered(let after):
      let boxes = try repository.unansweredBoxes(
        UnansweredCriteria(moment: moment, patience: after))
      return boxes.filter { rule.holds(for: $0.box.store) }.map { found in
        Violation(
          subject: .box(found.box),
          text:
            "orders that nobody says anything of: \(found.count), the oldest from \(found.oldest)")
      }
    case .failures(let failures, let count, let within):
      let groups = try repository.failedBoxes(since: moment - within).filter {
        rule.holds(for: $0.box.store) && failures.contains(code: $0.code, reason: $0.reason)
      }
      return Dictionary(grouping: groups, by: \.box).compactMap { box, groups in
        let total = groups.reduce(0) { $0 + $1.count }
        guard total >= count, let most = groups.max(by: { $0.count < $1.count }) else { return nil }
        return Violation(
          subject: .box(box),
          text: """
            orders that ended badly within \(within.components.seconds) s: \(total), most of them with \
            code \(most.code), \(most.reason.prefix(200))
            """)
      }
    default: return nil
    }
  }
}

extension AlarmRule {
  /// Whether the boxes as they are now tell of it, and not what is written down.
  fileprivate var isAboutNow: Bool {
    switch condition {
    case .unanswered, .failures: false
    default: true
    }
  }
}

extension FleetView.State {
  /// What is wrong with the monitor itself.
  fileprivate func findings(about rule: AlarmRule, failure: String?) -> [Violation] {
    switch rule.condition {
    case .storeFailing:
      guard let reason = database.failure ?? failure else { return [] }
      return [
        Violation(
          subject: .monitor, text: "the database does not answer: \(reason)",
          since: database.failingSince)
      ]
    case .brokerUnreachable:
      guard !brokerIsOnline else { return [] }
      return [
        Violation(
          subject: .monitor, text: "no link to the broker: \(brokerFailure ?? "not connected yet")")
      ]
    default: return []
    }
  }
}

extension BoxRecord {
  /// What is wrong with the box now.
  fileprivate func finding(_ condition: AlarmRule.Condition, at moment: Timestamp) -> Violation? {
    switch condition {
    case .lost:
      guard state == .lost else { return nil }
      let text = stateSince.map { "lost since \($0)" } ?? "lost"
      return Violation(subject: .box(name), text: text, since: stateSince)
    case .silent(let after):
      guard isSilent(at: moment, after: after) else { return nil }
      let text = lastHandled.map { "nothing handled since \($0)" } ?? "nothing handled ever"
      return Violation(subject: .box(name), text: "it listens and gets orders, \(text)")
    case .gaps:
      guard sequence.missing > 0 else { return nil }
      return Violation(subject: .box(name), text: "\(sequence.missing) receipts are missing")
    case .audioUnavailable:
      guard state == .online, health?.audio.state == .unavailable else { return nil }
      return Violation(subject: .box(name), text: "it has no sound device")
    case .unanswered, .failures, .storeFailing, .brokerUnreachable: return nil
    }
  }
}
