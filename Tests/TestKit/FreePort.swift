import Glibc
import Interop
import Synchronization

/// A TCP port of 127.0.0.1 that nobody listens on, and that no other test of this process was given.
///
/// - Returns: The port's number.
/// - Throws: `SystemError` if the kernel has none left.
public func freePort() throws -> UInt16 {
  while true {
    let port = try unusedPort()
    if given.withLock({ $0.insert(port).inserted }) { return port }
  }
}

private let given = Mutex(Set<UInt16>())

private func unusedPort() throws -> UInt16 {
  let descriptor = FileDescriptor(owning: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
      let bound = unsafe bind(descriptor.rawValue, generic, length)
      return bound == 0 ? unsafe getsockname(descriptor.rawValue, generic, &length) : bound
    }
  }
  guard result == 0 else { throw SystemError.last("find a free port") }
  return UInt16(bigEndian: address.sin_port)
}
