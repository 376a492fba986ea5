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

/// The calls of a listening socket on 127.0.0.1.
enum LoopbackSocket {
  static func listen(on port: UInt16) throws(SystemError) -> FileDescriptor {
    let listener = FileDescriptor(owning: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    set(listener.rawValue, SOL_SOCKET, SO_REUSEADDR, Int32(1))
    let bound = unsafe withAddress(port) { unsafe bind(listener.rawValue, $0, $1) }
    guard bound == 0, Glibc.listen(listener.rawValue, 16) == 0 else {
      throw .last("listen on port \(port)")
    }
    return listener
  }

  static func connect(to port: UInt16) throws(SystemError) -> FileDescriptor {
    let client = FileDescriptor(owning: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    let result = unsafe withAddress(port) { unsafe Glibc.connect(client.rawValue, $0, $1) }
    guard result == 0 else { throw .last("connect to port \(port)") }
    return client
  }

  /// Lends the address of a port on 127.0.0.1 to a call.
  private static func withAddress(
    _ port: UInt16, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// Writes all bytes; no signal is raised if the other end has gone.
  ///
  /// - Returns: Whether they were written.
  static func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Lets small packets leave without waiting for the answers to earlier ones.
  static func sendAtOnce(_ socket: Int32) {
    set(socket, Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
  }

  private static func set<Value: BitwiseCopyable>(
    _ socket: Int32, _ level: Int32, _ option: Int32, _ value: Value
  ) {
    var value = value
    unsafe setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Value>.size))
  }
}
