import Glibc

/// What this process takes of the computer.
public struct ProcessUsage: Sendable {
  /// The memory it holds, in bytes (resident); 0 if the kernel does not tell.
  public let memory: Int64
  /// How many files, pipes and sockets it has open; 0 if the kernel does not tell.
  public let descriptors: Int
  /// The time for which processors have worked for it.
  public let processor: Duration
  /// When it was started, in seconds since 1970; 0 if the kernel does not tell.
  public let start: Double

  /// What it takes now.
  ///
  /// Corresponds to `/proc/self/statm`, `/proc/self/fd` and `/proc/self/stat` (proc(5)), and to
  /// `clock_gettime` with `CLOCK_PROCESS_CPUTIME_ID`.
  public static var now: ProcessUsage {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return ProcessUsage(
      memory: ProcessMemory.resident, descriptors: openDescriptors,
      processor: .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec)),
      start: startTime)
  }

  private static var openDescriptors: Int {
    guard let folder = unsafe opendir("/proc/self/fd") else { return 0 }
    defer { unsafe closedir(folder) }
    var count = 0
    while unsafe readdir(folder) != nil { count += 1 }
    // Not counted: `.`, `..`, and the one with which they are counted.
    return max(0, count - 3)
  }

  /// How long the process has run.
  public static var uptime: Duration { max(.zero, SystemClock.uptime - startUptime) }

  /// Looked up once: later it would come out a little different each time.
  private static let startTime = Double(SystemClock.milliseconds) / 1000 - uptime / .seconds(1)

  /// When the process was started, as the time since the computer was.
  private static let startUptime: Duration = {
    // The name in brackets may hold anything; the 22nd value is the 20th after it.
    guard let bytes = try? FileDescriptor.open("/proc/self/stat").read(),
      let bracket = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return SystemClock.uptime }
    let values = String(decoding: bytes[(bracket + 1)...], as: UTF8.self).split(separator: " ")
    guard values.count > 19, let ticks = Double(values[19]) else { return SystemClock.uptime }
    return .seconds(ticks / Double(sysconf(Int32(_SC_CLK_TCK))))
  }()
}
