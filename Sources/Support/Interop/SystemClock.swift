import CLinux
import Glibc

/// The system's wall clock.
public enum SystemClock {
  /// The time, in milliseconds since 1970-01-01T00:00:00Z.
  ///
  /// Corresponds to `clock_gettime` with `CLOCK_REALTIME`. The clock can jump, so timers must not use it.
  public static var milliseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The time since the computer was started, including sleep.
  ///
  /// Corresponds to `clock_gettime` with `CLOCK_BOOTTIME`; it never jumps.
  public static var uptime: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// Whether a time service keeps the clock synchronized.
  ///
  /// Corresponds to `adjtimex`, which returns `TIME_ERROR` until a time service has set the clock.
  public static var isSynced: Bool {
    var state = timex()
    let result = unsafe adjtimex(&state)
    return result >= 0 && result != TIME_ERROR
  }
}

/// The time zone of the process.
///
/// glibc has one zone at a time, which it reads from the variable `TZ`.
public enum TimeZone {
  /// The folder of Debian's `tzdata`.
  static let folder = "/usr/share/zoneinfo"

  /// Sets the zone of the whole process; call it once, before other threads use local time.
  ///
  /// Corresponds to `setenv` and `tzset`.
  ///
  /// - Parameter name: A name of the IANA database, such as `Asia/Shanghai`.
  /// - Returns: Whether the zone exists; glibc would treat an unknown name as UTC.
  public static func use(_ name: String) -> Bool {
    guard exists(name) else { return false }
    unsafe setenv("TZ", name, 1)
    tzset()
    return true
  }

  /// Whether a zone is installed.
  ///
  /// - Parameter name: A name of the IANA database.
  /// - Returns: Whether `tzdata` has it.
  public static func exists(_ name: String) -> Bool {
    guard !name.isEmpty, !name.hasPrefix("/"), !name.contains("..") else { return false }
    var status = stat()
    return unsafe stat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The local day of the week and time.
  ///
  /// Corresponds to `localtime_r`.
  ///
  /// - Parameter seconds: Seconds since 1970-01-01T00:00:00Z.
  /// - Returns: The day of the week, 1 for Monday to 7 for Sunday, and the second of the day.
  public static func local(_ seconds: Int64) -> (weekday: Int, second: Int) {
    var time = time_t(seconds)
    var parts = unsafe tm()
    unsafe localtime_r(&time, &parts)
    return unsafe (
      parts.tm_wday == 0 ? 7 : Int(parts.tm_wday),
      Int(parts.tm_hour) * 3600 + Int(parts.tm_min) * 60 + Int(min(parts.tm_sec, 59))
    )
  }
}
