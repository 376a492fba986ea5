/// How a box deals with more to say than it can say at once; the settings of the shop.
public struct QueuePolicy: Sendable {
  /// What is done with a command whose time has passed when it would start.
  public enum Lateness: String, Sendable, CaseIterable {
    /// It is not said; its receipt says `expired`.
    case skip
    /// It is said, after the phrase `order.late` unless it is a payment.
    case late
    /// All late ones of its kind are said in one summary.
    case summary
  }

  /// The most commands that may wait; what comes then is `rejected`, code 8.
  public var limit = 1000
  /// What is done with late commands.
  public var lateness = Lateness.skip
  /// With more than so many waiting of one kind they become one summary; `nil` for never.
  public var summaryAbove: Int? = 5
  /// Whether payments are summed up as well; a shop usually wants each amount.
  public var summarizesPayments = false
  /// How alerts repeat.
  public var repetition = Repetition()
  /// When nothing is to be heard.
  public var quietHours: QuietHours?
  /// Whether commands of priority `high` are heard in quiet hours, and while the box is muted.
  public var highPasses = false

  /// Starts with the usual policy.
  public init() {}
}

/// How an alert repeats until somebody acknowledges it (`act` 4).
public struct Repetition: Sendable, Equatable {
  /// The most rounds.
  public var rounds = 20
  /// The silence between the end of a round and the start of the next one.
  public var pause = Duration.seconds(1)
  /// The announcement follows the ring in the first round, and in each whose number divides by this;
  /// the other rounds only ring.
  public var announceEvery = 5
  /// What a round begins with.
  public var ring = "ring"

  /// Starts with the usual repetition: 20 rounds, a second apart.
  public init() {}

  /// Whether a round says the announcement.
  ///
  /// - Parameter round: The round's number, from 1.
  /// - Returns: Whether it says more than the ring.
  func announces(in round: Int) -> Bool { round == 1 || round.isMultiple(of: announceEvery) }
}
