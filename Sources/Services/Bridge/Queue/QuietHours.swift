public import Wire

/// A time on the wall of the shop.
public struct LocalTime: Sendable, Equatable {
  /// The day of the week, 1 for Monday to 7 for Sunday (ISO 8601).
  public var weekday: Int
  /// The second of the day, from 0.
  public var second: Int

  /// Takes a time.
  ///
  /// - Parameters:
  ///   - weekday: 1 for Monday to 7 for Sunday.
  ///   - second: The second of the day.
  public init(weekday: Int, second: Int) {
    self.weekday = weekday
    self.second = second
  }
}

/// The hours at which nothing is to be heard.
public struct QuietHours: Sendable {
  /// A stretch of time that comes back every week.
  public struct Window: Sendable, Equatable {
    /// The days on which it begins, 1 for Monday to 7 for Sunday.
    public var days: Set<Int>
    /// The second of the day at which it begins.
    public var from: Int
    /// The second of the day at which it ends; if that is before ``from``, on the day after.
    public var to: Int

    /// Describes a window.
    ///
    /// - Parameters:
    ///   - days: The days on which it begins.
    ///   - from: The second of the day at which it begins.
    ///   - to: The second of the day at which it ends.
    public init(days: Set<Int>, from: Int, to: Int) {
      self.days = days
      self.from = from
      self.to = to
    }

    /// Whether a time lies in it.
    func contains(_ time: LocalTime) -> Bool {
      if from < to { return days.contains(time.weekday) && (from..<to).contains(time.second) }
      let dayBefore = time.weekday == 1 ? 7 : time.weekday - 1
      return days.contains(time.weekday) && time.second >= from
        || days.contains(dayBefore) && time.second < to
    }
  }

  /// The windows.
  public var windows: [Window]
  /// The time on the shop's wall.
  private let localTime: @Sendable (Timestamp) -> LocalTime

  /// Describes quiet hours.
  ///
  /// - Parameters:
  ///   - windows: The windows.
  ///   - localTime: Tells the time on the shop's wall.
  public init(
    windows: [Window], localTime: @escaping @Sendable (Timestamp) -> LocalTime
  ) {
    self.windows = windows
    self.localTime = localTime
  }

  /// Until when nothing is to be heard, as the wall clock of the shop shows it; `nil` if something is.
  func end(at moment: Moment) -> String? {
    // A box that does not know the time does not know the night either, and says what it gets.
    guard moment.isPlausible else { return nil }
    let time = localTime(moment.wall)
    guard let window = windows.first(where: { $0.contains(time) }) else { return nil }
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(digits(window.to / 3600)):\(digits(window.to / 60 % 60))"
  }
}
