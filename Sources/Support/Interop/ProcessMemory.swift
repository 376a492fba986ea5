import Glibc

/// The memory of this process.
public enum ProcessMemory {
  /// How much of it lies in the computer's memory, in bytes; 0 if the kernel does not tell.
  ///
  /// Corresponds to the second number of `/proc/self/statm` (proc(5)), in pages.
  public static var resident: Int64 {
    guard let bytes = try? FileDescriptor.open("/proc/self/statm").read(),
      let pages = Int64(
        String(decoding: bytes, as: UTF8.self).split(separator: " ").dropFirst().first ?? "")
    else { return 0 }
    return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }
}
