public import Wire

/// When to raise an alarm.
public struct AlarmRule: Sendable, Equatable {
  /// How urgent an alarm is.
  public enum Severity: String, Sendable, CaseIterable {
    /// To be looked at today.
    case warning
    /// To be looked at now.
    case critical
  }

  /// Which failures count.
  public struct Failures: Sendable, Equatable {
    /// The receipts' codes; empty for all.
    public var codes: Set<Int>
    /// Texts, one of which the reason must contain; empty for all.
    public var reasons: [String]

    /// Describes failures.
    ///
    /// - Parameters:
    ///   - codes: The receipts' codes; empty for all.
    ///   - reasons: Texts, one of which the reason must contain; empty for all.
    public init(codes: Set<Int> = [], reasons: [String] = []) {
      self.codes = codes
      self.reasons = reasons
    }

    func contains(code: Int, reason: String = "") -> Bool {
      (codes.isEmpty || codes.contains(code))
        && (reasons.isEmpty || reasons.contains { reason.contains($0) })
    }
  }

  /// What is wrong.
  public enum Condition: Sendable, Equatable {
    /// No box has reported on an order of the last day within a time.
    case unanswered(after: Duration)
    /// The broker lost a box some time ago.
    case lost(after: Duration)
    /// A box is online and has got orders, but has handled none of them for a time.
    case silent(after: Duration)
    /// Orders of a box failed, at least so many within a time.
    case failures(Failures, count: Int, within: Duration)
    /// A box rejected an order, or could not say it, within a time: what was sent does not fit its rules or
    /// its pack.
    case rejected(within: Duration)
    /// A box has run for a time, has ignored some order messages, and has accepted none.
    case ignoring(after: Duration)
    /// Receipts of a box have been missing for a time.
    case gaps(after: Duration)
    /// A box has had no sound device for a time.
    case audioUnavailable(after: Duration)
    /// The monitor could not store anything for a time.
    case databaseFailing(after: Duration)
    /// The monitor has had no connection to the broker for a time, and knows nothing about the boxes.
    case brokerUnreachable(after: Duration)
  }

  /// Its name, which identifies its alarms; also a level of the notices' topic.
  public var name: Identifier
  /// What is wrong.
  public var condition: Condition
  /// How urgent its alarms are.
  public var severity: Severity
  /// The stores it applies to; empty for all.
  public var stores: Set<Identifier>

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - name: Its name, which no other rule has.
  ///   - condition: What is wrong.
  ///   - severity: How urgent its alarms are.
  ///   - stores: The stores it applies to; empty for all.
  public init(
    _ name: Identifier, _ condition: Condition, _ severity: Severity = .warning,
    stores: Set<Identifier> = []
  ) {
    self.name = name
    self.condition = condition
    self.severity = severity
    self.stores = stores
  }

  func applies(to store: Identifier) -> Bool { stores.isEmpty || stores.contains(store) }

  /// How long a violation must last before an alarm is raised.
  ///
  /// Conditions that look back over a time include the wait already.
  var patience: Duration {
    switch condition {
    case .unanswered, .silent, .failures, .rejected, .ignoring: .zero
    case .lost(let after), .gaps(let after), .audioUnavailable(let after),
      .databaseFailing(let after), .brokerUnreachable(let after):
      after
    }
  }

  /// Whether it is about the monitor itself, and not about boxes.
  var isAboutMonitor: Bool {
    switch condition {
    case .databaseFailing, .brokerUnreachable: true
    default: false
    }
  }
}
