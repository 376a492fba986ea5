import Dispatch
import Glibc
import Interop

/// The socket on which a service manager listens (`sd_notify(3)`).
final class NotifySocket: Sendable {
  private let descriptor: FileDescriptor

  init(path: String) throws {
    descriptor = FileDescriptor(owning: socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor.rawValue, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw SystemError.last("bind \(path)") }
  }

  /// Waits for the next message.
  func next() async -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "notify").async { [self] in
        let bytes = (try? descriptor.read()) ?? []
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
  }
}
