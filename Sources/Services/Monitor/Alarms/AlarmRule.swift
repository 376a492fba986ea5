public import Wire

/// When somebody is to be alarmed.
public struct AlarmRule: Sendable, Equatable {
  /// How much it matters.
  public enum Severity: String, Sendable, CaseIterable {
    /// Somebody should look at it today.
    case warning
    /// Somebody should look at it now.
    case critical
  }

  /// Which failures count.
  public struct Failures: Sendable, Equatable {
    /// The receipts' codes; none for all.
    public var codes: Set<Int>
    /// Texts, one of which the reason must contain; none for all.
    public var reasons: [String]

    /// Describes failures.
    ///
    /// - Parameters:
    ///   - codes: The receipts' codes; none for all.
    ///   - reasons: Texts, one of which the reason must contain; none for all.
    public init(codes: Set<Int> = [], reasons: [String] = []) {
      self.codes = codes
      self.reasons = reasons
    }

    func contains(code: Int, reason: String) -> Bool {
      (codes.isEmpty || codes.contains(code))
        && (reasons.isEmpty || reasons.contains { reason.contains($0) })
    }
  }

  /// What is wrong.
  public enum Condition: Sendable, Equatable {
    /// Of an order of the last day nobody has said anything within a time, although somebody should.
    case unanswered(after: Duration)
    /// The broker has lost a box for a time.
    case lost(after: Duration)
    /// A box listens and has got orders, and has handled none of them for a time.
    case silent(after: Duration)
    /// Orders of a box ended badly, so many within a time.
    case failures(Failures, count: Int, within: Duration)
    /// Receipts of a box are missing for a time.
    case gaps(after: Duration)
    /// A box has had no sound device for a time.
    case audioUnavailable(after: Duration)
    /// The monitor's own database takes nothing for a time.
    case storeFailing(after: Duration)
    /// The monitor itself has had no link to the broker for a time, and knows nothing of the boxes.
    case brokerUnreachable(after: Duration)
  }

  /// Its name, under which alarms are kept apart; also a level of the topic.
  public var name: Identifier
  /// What is wrong.
  public var condition: Condition
  /// How much it matters.
  public var severity: Severity
  /// The stores it holds for; none for all.
  public var stores: Set<Identifier>

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - name: Its name, as no other rule has it.
  ///   - condition: What is wrong.
  ///   - severity: How much it matters.
  ///   - stores: The stores it holds for; none for all.
  public init(
    _ name: Identifier, _ condition: Condition, _ severity: Severity = .warning,
    stores: Set<Identifier> = []
  ) {
    self.name = name
    self.condition = condition
    self.severity = severity
    self.stores = stores
  }

  func holds(for store: Identifier) -> Bool { stores.isEmpty || stores.contains(store) }

  /// How long the condition must last before it is worth an alarm.
  ///
  /// Those that look back over a time have waited already.
  var patience: Duration {
    switch condition {
    case .unanswered, .silent, .failures: .zero
    case .lost(let after), .gaps(let after), .audioUnavailable(let after),
      .storeFailing(let after), .brokerUnreachable(let after):
      after
    }
  }

  /// Whether it is about the monitor itself, and not about boxes.
  var isAboutMonitor: Bool {
    switch condition {
    case .storeFailing, .brokerUnreachable: true
    default: false
    }
  }
}
