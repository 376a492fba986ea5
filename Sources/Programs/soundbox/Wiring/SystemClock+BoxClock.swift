import Bridge
import Interop
import Wire

extension BoxClock {
  /// The system's own.
  static let system = BoxClock(
    now: { Timestamp(milliseconds: SystemClock.milliseconds) },
    uptime: { SystemClock.uptime }, isSynced: { SystemClock.isSynced })
}

extension QuietHours {
  /// Quiet hours by the clock on the shop's wall, which is that of the process's time zone.
  init(windows: [Window]) {
    self.init(
      windows: windows,
      localTime: { moment in
        let (weekday, second) = TimeZone.local(moment.milliseconds / 1000)
        return LocalTime(weekday: weekday, second: second)
      })
  }
}
