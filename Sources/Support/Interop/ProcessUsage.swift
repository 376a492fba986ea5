import CLinux
import Glibc

/// This process's use of memory, descriptors and processor time.
public struct ProcessUsage: Sendable {
  /// The resident memory, in bytes; 0 if unknown.
  public let memory: Int64
  /// The number of open files, pipes and sockets; 0 if unknown.
  public let descriptors: Int
  /// The processor time used, user and system.
  public let processor: Duration
  /// The start time, in seconds since 1970; 0 if unknown.
  public let start: Double

  /// The current usage.
  ///
  /// Corresponds to `/proc/self/statm`, `/proc/self/fd` and `/proc/self/stat` (proc(5)), and to
  /// `clock_gettime` with `CLOCK_PROCESS_CPUTIME_ID`.
  public static var now: ProcessUsage {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return ProcessUsage(
      memory: residentMemory, descriptors: openDescriptors,
      processor: .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec)),
      start: startTime)
  }

  /// The resident memory of this process, in bytes; 0 if unknown.
  ///
  /// Corresponds to the second number of `/proc/self/statm` (proc(5)), in pages.
  public static var residentMemory: Int64 {
    guard let bytes = try? FileDescriptor.open("/proc/self/statm").read(),
      let pages = Int64(
        String(decoding: bytes, as: UTF8.self).split(separator: " ").dropFirst().first ?? "")
    else { return 0 }
    return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }

  private static var openDescriptors: Int {
    guard let folder = unsafe opendir("/proc/self/fd") else { return 0 }
    defer { unsafe closedir(folder) }
    var count = 0
    while unsafe readdir(folder) != nil { count += 1 }
    // Without `.`, `..` and the descriptor of the folder itself.
    return max(0, count - 3)
  }

  /// The time since the process was started.
  public static var uptime: Duration { max(.zero, SystemClock.uptime - startUptime) }

  /// Computed once, so that it does not vary by rounding.
  private static let startTime = Double(SystemClock.milliseconds) / 1000 - uptime / .seconds(1)

  /// The computer's uptime when the process was started.
  private static let startUptime: Duration = {
    // The name in brackets may contain anything; field 22 is the 20th after it (proc(5)).
    guard let bytes = try? FileDescriptor.open("/proc/self/stat").read(),
      let bracket = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return SystemClock.uptime }
    let values = String(decoding: bytes[(bracket + 1)...], as: UTF8.self).split(separator: " ")
    guard values.count > 19, let ticks = Double(values[19]) else { return SystemClock.uptime }
    return .seconds(ticks / Double(sysconf(Int32(_SC_CLK_TCK))))
  }()
}

/// The limit on this process's open descriptors.
public enum DescriptorLimit {
  /// Raises the soft limit to the hard limit.
  ///
  /// Corresponds to `setrlimit` with `RLIMIT_NOFILE`.
  ///
  /// - Returns: The number of descriptors that may be open now.
  public static func raise() -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return 1024
    }
    if limit.rlim_cur < limit.rlim_max {
      let soft = limit.rlim_cur
      limit.rlim_cur = limit.rlim_max
      if unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) != 0 {
        limit.rlim_cur = soft
      }
    }
    return Int(clamping: limit.rlim_cur)
  }
}
