import Glibc

/// The time zone of the process.
///
/// glibc knows one zone at a time, and reads it from the variable `TZ`.
public enum TimeZone {
  /// Where Debian's `tzdata` lies.
  private static let folder = "/usr/share/zoneinfo"

  /// Takes a zone for the whole process; called once, before other threads ask for the time.
  ///
  /// Corresponds to `setenv` and `tzset`.
  ///
  /// - Parameter name: A name of the IANA database, such as `Asia/Shanghai`.
  /// - Returns: Whether there is such a zone; glibc itself takes any other word for UTC.
  public static func use(_ name: String) -> Bool {
    guard exists(name) else { return false }
    unsafe setenv("TZ", name, 1)
    tzset()
    return true
  }

  /// Whether there is a zone.
  ///
  /// - Parameter name: A name of the IANA database.
  /// - Returns: Whether it is installed here.
  public static func exists(_ name: String) -> Bool {
    guard !name.isEmpty, !name.hasPrefix("/"), !name.contains("..") else { return false }
    var status = stat()
    return unsafe stat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The day and time on a wall of the zone.
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
