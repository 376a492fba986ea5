public import Wire

/// The hours at which nothing is to be heard.
public struct QuietHours: Sendable {
  /// The windows.
  public var windows: [WeeklyWindow]
  /// The time on the shop's wall.
  private let localTime: @Sendable (Timestamp) -> LocalTime

  /// Describes quiet hours.
  ///
  /// - Parameters:
  ///   - windows: The windows.
  ///   - localTime: Tells the time on the shop's wall.
  public init(
    windows: [WeeklyWindow], localTime: @escaping @Sendable (Timestamp) -> LocalTime
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
