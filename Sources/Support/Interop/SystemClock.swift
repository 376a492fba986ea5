import CLinux
import Glibc

/// The system's wall clock.
public enum SystemClock {
  /// The moment, in milliseconds since 1970-01-01T00:00:00Z.
  ///
  /// Corresponds to `clock_gettime` with `CLOCK_REALTIME`. The clock can jump; no timer may use it.
  public static var milliseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The time since the computer was started, sleep included.
  ///
  /// Corresponds to `clock_gettime` with `CLOCK_BOOTTIME`; it never jumps.
  public static var uptime: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// Whether somebody who knows the time keeps the clock right.
  ///
  /// Corresponds to `adjtimex`, whose answer is `TIME_ERROR` until a time service has set the clock.
  public static var isSynced: Bool {
    var state = timex()
    let answer = unsafe adjtimex(&state)
    return answer >= 0 && answer != TIME_ERROR
  }
}
