/// A local time of day.
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

/// A stretch of time that comes back every week.
public struct WeeklyWindow: Sendable, Equatable {
  /// The days on which it begins, 1 for Monday to 7 for Sunday.
  public var days: Set<Int>
  /// The second of the day at which it begins.
  public var from: Int
  /// The second of the day at which it ends; if that is not after ``from``, on the day after.
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
  ///
  /// - Parameter time: The time.
  /// - Returns: Whether it does.
  public func contains(_ time: LocalTime) -> Bool {
    if from < to { return days.contains(time.weekday) && (from..<to).contains(time.second) }
    let dayBefore = time.weekday == 1 ? 7 : time.weekday - 1
    return days.contains(time.weekday) && time.second >= from
      || days.contains(dayBefore) && time.second < to
  }
}
