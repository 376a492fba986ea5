import CLinux
import Glibc

/// How many descriptors this process may have open.
public enum DescriptorLimit {
  /// Raises the limit as far as the system allows without asking anybody.
  ///
  /// Corresponds to `setrlimit` with `RLIMIT_NOFILE`.
  ///
  /// - Returns: How many descriptors may be open now.
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
