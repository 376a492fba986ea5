import Interop
public import Wire

/// The settings of alarms.
public struct AlarmSettings: Sendable {
  /// The default topic of notices; `{name}` stands for the rule's name.
  public static let topic = "soundbox/v1/alarm/{name}"

  /// The rules; names are unique.
  public var rules: [AlarmRule] = []
  /// The quiet hours of stores: an alarm raised in them is stored, and notified only if it outlasts them.
  public var quiet: [Identifier: [WeeklyWindow]] = [:]
  /// Converts a moment to local time.
  public var localTime: @Sendable (Timestamp) -> LocalTime = { moment in
    let (weekday, second) = TimeZone.local(moment.milliseconds / 1000)
    return LocalTime(weekday: weekday, second: second)
  }
  /// How many boxes may violate one rule before their alarms are combined.
  public var mostEach = 20
  /// How long a rule must not be violated before its alarm is cleared.
  public var clearing = Duration.seconds(30)
  /// How long after connecting to the broker the state of the boxes counts as up to date.
  public var settling = Duration.seconds(30)
  /// How often the rules are evaluated.
  public var interval = Duration.seconds(5)

  /// Starts with the default settings, and no rule.
  public init() {}

  /// Whether it is a quiet hour for a subject.
  func isQuiet(_ subject: AlarmSubject, at moment: Timestamp) -> Bool {
    guard let store = subject.store, let windows = quiet[store], !windows.isEmpty else {
      return false
    }
    let time = localTime(moment)
    return windows.contains { $0.contains(time) }
  }
}
