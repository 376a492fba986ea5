import Wire

/// What is to be done about an alarm.
enum AlarmStep: Sendable, Equatable {
  /// Write down that it is raised, and tell it unless nobody wants to be told now.
  case raise(Alarm)
  /// Tell now what was not told when it was raised.
  case tell(Alarm)
  /// Write down that it is over, and tell it if it was told that it was raised.
  case clear(Alarm)

  /// The alarm.
  var alarm: Alarm {
    switch self {
    case .raise(let alarm), .tell(let alarm), .clear(let alarm): alarm
    }
  }
}
