import Fleet
import Wire

/// That a rule's condition holds for something now.
struct Violation: Sendable, Equatable {
  let subject: AlarmSubject
  /// What is wrong, in words.
  let text: String
  /// Since when, if that is known.
  var since: Timestamp?
}

/// The violations of all rules at one moment.
struct RuleSnapshot: Sendable {
  /// By rule; a rule that is missing could not be evaluated, and its last violations still count.
  var violations: [Identifier: [Violation]] = [:]
}

extension RuleSnapshot {
  /// Evaluates all rules.
  ///
  /// - Parameters:
  ///   - context: The fleet, the database and the rules.
  ///   - isSettled: Whether the fleet's state in memory is up to date.
  ///   - moment: Now.
  init(_ context: MonitorContext, isSettled: Bool, at moment: Timestamp) {
    let rules = context.settings.alarms.rules
    var databaseFailure: String?
    if isSettled {
      for rule in rules {
        do {
          if let found = try Self.stored(rule, in: context.repository, at: moment) {
            violations[rule.name] = found
          }
        } catch {
          databaseFailure = "\(error)"
        }
      }
    }
    context.fleet.withState { state in
      for rule in rules where rule.isAboutMonitor {
        violations[rule.name] = state.violations(of: rule, databaseFailure: databaseFailure)
      }
      let rules = rules.filter { !$0.isAboutMonitor && !$0.isAboutStoredOrders }
      guard isSettled, !rules.isEmpty else { return }
      for rule in rules { violations[rule.name] = [] }
      for entry in state.boxes.values {
        for rule in rules where rule.applies(to: entry.record.name.store) {
          if let violation = entry.record.violation(of: rule.condition, at: moment) {
            violations[rule.name]?.append(violation)
          }
        }
      }
    }
  }

  /// The violations of a rule about stored orders; `nil` for other rules.
  private static func stored(
    _ rule: AlarmRule, in repository: any FleetRepository, at moment: Timestamp
  ) throws -> [Violation]? {
    switch rule.condition {
    case .unanswered(let after):
      let boxes = try repository.unansweredBoxes(
        UnansweredCriteria(moment: moment, patience: after))
      return boxes.filter { rule.applies(to: $0.box.store) }.map { found in
        Violation(
          subject: .box(found.box),
          text: "unanswered orders: \(found.count), the oldest from \(found.oldest)")
      }
    case .failures(let failures, let count, let within):
      let groups = try repository.failedBoxes(since: moment - within).filter {
        rule.applies(to: $0.box.store) && failures.contains(code: $0.code, reason: $0.reason)
      }
      return Dictionary(grouping: groups, by: \.box).compactMap { box, groups in
        let total = groups.reduce(0) { $0 + $1.count }
        guard total >= count, let most = groups.max(by: { $0.count < $1.count }) else { return nil }
        return Violation(
          subject: .box(box),
          text: """
            failed orders within \(within.components.seconds) s: \(total), most of them with \
            code \(most.code), \(most.reason.prefix(200))
            """)
      }
    case .rejected(let within):
      let groups = try repository.failedBoxes(since: moment - within).filter {
        rule.applies(to: $0.box.store) && AlarmRule.Failures.rejected.contains(code: $0.code)
      }
      return Dictionary(grouping: groups, by: \.box).compactMap { box, groups in
        guard let last = groups.max(by: { $0.last < $1.last }) else { return nil }
        return Violation(
          subject: .box(box),
          text: """
            orders rejected or not announced within \(within.components.seconds) s: \
            \(groups.reduce(0) { $0 + $1.count }), the last one with code \(last.code), \
            \(last.reason.prefix(200))
            """)
      }
    default: return nil
    }
  }
}

extension AlarmRule.Failures {
  /// What a back end has to put right, or the box's rules or pack: clip missing, malformed, conflict.
  fileprivate static let rejected = AlarmRule.Failures(codes: [
    Outcome.failedClipMissing.code, Outcome.rejectedMalformed.code, Outcome.rejectedConflict.code,
  ])
}

extension AlarmRule {
  /// Whether the database is asked, and not the fleet's state in memory.
  fileprivate var isAboutStoredOrders: Bool {
    switch condition {
    case .unanswered, .failures, .rejected: true
    default: false
    }
  }
}

extension FleetView.State {
  /// The violations of a rule about the monitor itself.
  fileprivate func violations(of rule: AlarmRule, databaseFailure: String?) -> [Violation] {
    switch rule.condition {
    case .databaseFailing:
      guard let reason = database.failure ?? databaseFailure else { return [] }
      return [
        Violation(
          subject: .monitor, text: "database unavailable: \(reason)", since: database.failingSince)
      ]
    case .brokerUnreachable:
      guard !brokerIsOnline else { return [] }
      let reason = brokerFailure ?? "not connected yet"
      return [Violation(subject: .monitor, text: "broker unreachable: \(reason)")]
    default: return []
    }
  }
}

extension BoxRecord {
  /// The box's violation of a condition.
  fileprivate func violation(
    of condition: AlarmRule.Condition, at moment: Timestamp
  ) -> Violation? {
    switch condition {
    case .lost:
      guard state == .lost else { return nil }
      let text = stateSince.map { "lost since \($0)" } ?? "lost"
      return Violation(subject: .box(name), text: text, since: stateSince)
    case .silent(let after):
      guard isSilent(at: moment, after: after) else { return nil }
      let announced =
        lastHandled.map { "has announced none since \($0)" } ?? "has never announced one"
      return Violation(
        subject: .box(name), text: "online and receiving orders, but \(announced)")
    case .gaps:
      guard sequence.missing > 0 else { return nil }
      return Violation(subject: .box(name), text: "\(sequence.missing) receipts are missing")
    case .audioUnavailable:
      guard state == .online, health?.audio.state == .unavailable else { return nil }
      return Violation(subject: .box(name), text: "no sound device")
    case .ignoring(let after):
      guard isIgnoring(after: after),
        let most = health?.ignored.max(by: { $0.count < $1.count })
      else { return nil }
      return Violation(
        subject: .box(name),
        text: """
          ignores every order message: \(most.count) on \(most.topic), the last one \
          \(most.last.prefix(200)); check the rules with soundbox check
          """)
    case .unanswered, .failures, .rejected, .databaseFailing, .brokerUnreachable: return nil
    }
  }
}
