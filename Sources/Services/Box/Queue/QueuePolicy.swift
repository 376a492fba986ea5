public import Wire

/// How a box handles commands that come faster than it can announce them; a shop's settings.
public struct QueuePolicy: Sendable {
  /// What to do with a command that has expired when it would start.
  public enum Lateness: String, Sendable, CaseIterable {
    /// Do not announce it; its receipt says `expired`.
    case skip
    /// Announce it, after the phrase `order.late` unless it is a payment.
    case late
    /// Announce all late commands of its kind in one summary.
    case summary
  }

  /// The most commands that may wait; further ones are `rejected`, code 8.
  public var limit = 1000
  /// What to do with late commands.
  public var lateness = Lateness.skip
  /// More waiting commands of one kind than this become one summary; `nil` for never.
  public var summaryAbove: Int? = 5
  /// Whether payments become summaries as well; a shop usually wants each amount.
  public var summarizesPayments = false
  /// How alerts repeat.
  public var repetition = Repetition()
  /// When the box is silent.
  public var quietHours: QuietHours?
  /// Whether commands of priority `high` are heard in quiet hours, and while the box is muted.
  public var highPasses = false

  /// Makes the default policy.
  public init() {}
}

/// How an alert repeats until it is acknowledged (`act` 4).
public struct Repetition: Sendable, Equatable {
  /// The most rounds.
  public var rounds = 20
  /// The silence between the end of a round and the start of the next one.
  public var pause = Duration.seconds(1)
  /// The announcement follows the ring in the first round and in every round whose number is a
  /// multiple of this; the other rounds only ring.
  public var announceEvery = 5
  /// The name of the sound with which a round begins.
  public var ring = "ring"

  /// Makes the default repetition: 20 rounds, a second apart.
  public init() {}

  /// Whether a round says the announcement.
  ///
  /// - Parameter round: The round's number, from 1.
  /// - Returns: Whether more than the ring is heard.
  func announces(in round: Int) -> Bool { round == 1 || round.isMultiple(of: announceEvery) }
}

/// The hours at which the box is silent.
public struct QuietHours: Sendable {
  /// The windows.
  public var windows: [WeeklyWindow]
  /// The shop's local time.
  private let localTime: @Sendable (Timestamp) -> LocalTime

  /// Makes quiet hours.
  ///
  /// - Parameters:
  ///   - windows: The windows.
  ///   - localTime: Converts a moment into the shop's local time.
  public init(
    windows: [WeeklyWindow], localTime: @escaping @Sendable (Timestamp) -> LocalTime
  ) {
    self.windows = windows
    self.localTime = localTime
  }

  /// When the present quiet hours end, in the shop's local time; `nil` outside quiet hours.
  func end(at moment: Moment) -> String? {
    // A box that does not know the time does not know the night either, and announces all.
    guard moment.isPlausible else { return nil }
    let time = localTime(moment.wall)
    guard let window = windows.first(where: { $0.contains(time) }) else { return nil }
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(digits(window.to / 3600)):\(digits(window.to / 60 % 60))"
  }
}
