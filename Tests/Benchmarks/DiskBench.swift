import Glibc
import Interop

/// What the disk takes to make a small write durable: the floor of every commit.
enum DiskBench {
  static let count = 200

  /// The median of writing 4 KiB and `fdatasync`.
  static func sync(in folder: String) throws -> Duration {
    let file = try FileDescriptor.open("\(folder)/sync", create: true)
    let page = [UInt8](repeating: 1, count: 4096)
    var times: [Duration] = []
    for _ in 0..<count {
      let start = ContinuousClock.now
      try file.write(page)
      guard fdatasync(file.rawValue) == 0 else { throw SystemError.last("sync a file") }
      times.append(ContinuousClock.now - start)
    }
    return times.percentile(0.5)
  }
}
