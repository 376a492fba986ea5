import Box
import Interop
import Wire

extension BoxClock {
  /// The system's clocks; a wall clock that cannot be right counts as not synchronized.
  static let system = BoxClock(
    now: { now }, uptime: { SystemClock.uptime },
    isSynced: { SystemClock.isSynced && Moment(wall: now, uptime: .zero).isPlausible })

  private static var now: Timestamp { Timestamp(milliseconds: SystemClock.milliseconds) }
}

extension QuietHours {
  /// Quiet hours by the clock on the shop's wall, which is that of the process's time zone.
  init(windows: [WeeklyWindow]) {
    self.init(
      windows: windows,
      localTime: { moment in
        let (weekday, second) = TimeZone.local(moment.milliseconds / 1000)
        return LocalTime(weekday: weekday, second: second)
      })
  }
}
