import Interop
public import Wire

/// What is to be known about alarms.
public struct AlarmSettings: Sendable {
  /// The usual topic; `{name}` stands for the rule's name.
  public static let topic = "soundbox/v1/alarm/{name}"

  /// The rules, each with a name of its own.
  public var rules: [AlarmRule] = []
  /// The hours in which a store's alarms are written down, and told only if they outlast them.
  public var quiet: [Identifier: [WeeklyWindow]] = [:]
  /// The time on the wall.
  public var localTime: @Sendable (Timestamp) -> LocalTime = { moment in
    let (weekday, second) = TimeZone.local(moment.milliseconds / 1000)
    return LocalTime(weekday: weekday, second: second)
  }
  /// How many alarms one rule may have open one by one; what goes beyond is summed up.
  public var mostEach = 20
  /// How long all must be well again before an alarm is over.
  public var clearing = Duration.seconds(30)
  /// How long after the link to the broker stands what was missed is waited for.
  public var settling = Duration.seconds(30)
  /// How often it is looked at all.
  public var pause = Duration.seconds(5)

  /// Starts with the usual settings, and no rule.
  public init() {}
}
