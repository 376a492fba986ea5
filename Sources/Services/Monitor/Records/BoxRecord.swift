public import Fleet
public import Wire

/// What is known of one box.
public struct BoxRecord: Sendable, Equatable {
  /// How a box stands, in one word.
  public enum Condition: String, Sendable, CaseIterable {
    /// It listens, and nothing is wrong with it.
    case online
    /// It listens, and something keeps it from saying orders as it should.
    case degraded
    /// The broker has lost it.
    case lost
    /// It was stopped on purpose.
    case offline
    /// It is expected, and nothing was ever heard of it.
    case neverSeen = "never_seen"
  }

  /// How many messages a box must have ignored before that counts as ignoring all of them.
  static let leastIgnored = 5
  /// How long a box must have run before it counts as ignoring all, unless a rule says otherwise.
  public static let ignoringPatience = Duration.seconds(600)

  /// Which box it is.
  public let name: BoxName
  /// When the monitor first heard of it.
  public var firstSeen: Timestamp?
  /// When the monitor last heard of it.
  public var lastSeen: Timestamp?
  /// What its state topic says.
  public var state: BoxState?
  /// Since when, by the monitor's clock.
  public var stateSince: Timestamp?
  /// The number of the connection that the state speaks of.
  public var connectionNumber: Int64 = 0
  /// What it says about itself.
  public var info: BoxInfo?
  /// How it does.
  public var health: Health?
  /// When it said so, by the monitor's clock.
  public var healthAt: Timestamp?
  /// Which of its receipts have arrived.
  public var sequence = SequenceNumbers()
  /// When the last command for it was heard, if the monitor listens to commands.
  public var lastPublished: Timestamp?
  /// When its last `delivered` receipt came.
  public var lastDelivered: Timestamp?
  /// When its last `handled` receipt came.
  public var lastHandled: Timestamp?
  /// What that said.
  public var lastOutcome: Outcome?

  /// Since when its oldest waiting order has waited, by its last health report; `nil` if none waits, or if
  /// it announces nothing.
  public var oldestWaitingSince: Timestamp?
  /// When it received the first order after the last one that it handled.
  public var unansweredSince: Timestamp?

  /// Starts with nothing known.
  ///
  /// - Parameter name: Which box it is.
  public init(_ name: BoxName) { self.name = name }

  /// What keeps an online box from saying orders as it should, as words that do not change.
  ///
  /// - Parameters:
  ///   - moment: Now, by the monitor's clock.
  ///   - longestQueue: With more than so many waiting it is too slow.
  /// - Returns: The words, the gravest first.
  public func troubles(at moment: Timestamp, longestQueue: Int = 20) -> [String] {
    guard let health else { return [] }
    var troubles: [String] = []
    if health.audio.state == .unavailable { troubles.append("audio") }
    if let until = health.mutedUntil, until > moment { troubles.append("muted") }
    if health.queue > longestQueue { troubles.append("queue") }
    if !health.clockIsSynced { troubles.append("clock") }
    if health.volume == 0 { troubles.append("volume") }
    return troubles
  }

  /// How it stands, in one word.
  ///
  /// - Parameter moment: Now, by the monitor's clock.
  /// - Returns: The word.
  public func condition(at moment: Timestamp) -> Condition {
    switch state {
    case .lost: .lost
    case .offline: .offline
    case .online: troubles(at: moment).isEmpty ? .online : .degraded
    case nil: lastSeen == nil ? .neverSeen : .offline
    // A box of another version: only it knows whether it listens.
    default: .degraded
    }
  }

  /// Whether it listens and has got orders, and none of them was handled for a while.
  ///
  /// A box on which orders ring, or which works through a long queue, is not silent; nor is one that has
  /// only just come back to what was sent to it meanwhile.
  ///
  /// - Parameters:
  ///   - moment: Now, by the monitor's clock.
  ///   - patience: How long an order may take.
  /// - Returns: Whether it needs attention.
  public func isSilent(at moment: Timestamp, after patience: Duration) -> Bool {
    guard state == .online, let unansweredSince else { return false }
    let since = max(unansweredSince, stateSince ?? unansweredSince)
    guard moment - since > patience else { return false }
    guard oldestWaitingSince != nil, let healthAt else { return true }
    return moment - healthAt >= UnansweredCriteria.trust
      || moment - since >= UnansweredCriteria.longestHold
  }

  /// Whether it ignores all order messages that it gets: most likely its rules do not fit them.
  ///
  /// - Parameter patience: How long it must have run.
  /// - Returns: Whether it needs attention.
  public func isIgnoring(after patience: Duration) -> Bool {
    guard state == .online, let health else { return false }
    return health.accepted == 0 && health.ignoredCount >= Self.leastIgnored
      && health.uptime >= patience
  }

  /// Records a health report.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - moment: When it arrived, by the monitor's clock.
  mutating func take(_ report: Health, at moment: Timestamp) {
    health = report
    // A broker may have retained it for a while.
    let writtenAt = report.clockIsSynced && report.at < moment ? report.at : moment
    let isHeard =
      report.ringing > 0 || report.audio.state == .playing
      || report.lastPlayed.map { report.at - $0 < UnansweredCriteria.trust } == true
    // It reports whole seconds, and its receipts take a while.
    oldestWaitingSince =
      isHeard && report.queue > 0
      ? report.oldestWaiting.map { writtenAt - $0 - .seconds(2) } : nil
  }

  /// Records what its state topic says.
  ///
  /// - Parameters:
  ///   - report: What it says.
  ///   - moment: When, by the monitor's clock.
  ///   - isRetained: Whether the broker had kept it.
  /// - Returns: Whether it is news; an old will is none, nor is what is known.
  mutating func take(_ report: StateReport, at moment: Timestamp, isRetained: Bool) -> Bool {
    guard (state, connectionNumber) != (report.state, report.connectionNumber) else { return false }
    // A birth that has just been published is true though its number is low: the box has got a new
    // journal, and its clock does not know the time yet.
    let isBirth = report.state == .online && !isRetained
    guard report.connectionNumber >= connectionNumber || isBirth else { return false }
    // Birth, will and goodbye of one connection come in this order or not at all.
    if report.connectionNumber == connectionNumber, state != nil, report.state == .online {
      return false
    }
    if state != report.state { stateSince = moment }
    state = report.state
    connectionNumber = report.connectionNumber
    return true
  }
}

extension Health {
  /// How many order messages the box has ignored since its start.
  var ignoredCount: Int { ignored.reduce(0) { $0 + $1.count } }

  /// How many of them are new.
  ///
  /// - Parameter earlier: The report before this one; `nil` if there was none.
  /// - Returns: The number.
  func newlyIgnored(since earlier: Health?) -> Int {
    guard let earlier, uptime >= earlier.uptime else { return ignoredCount }
    return max(0, ignoredCount - earlier.ignoredCount)
  }
}
