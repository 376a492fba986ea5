import Glibc
import Interop

/// The socket that accepts connections.
struct Listener {
  let socket: FileDescriptor
  /// The bound port.
  let port: UInt16
  let isIPv6: Bool

  /// Binds a socket and begins to listen.
  init(_ settings: WebSettings) throws(WebError) {
    let step = "listen on \(settings.place(port: settings.port))"
    // C would read the text only up to a NUL.
    guard !settings.address.utf8.contains(0) else { throw .address(EAI_NONAME, step) }
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(settings.address, "\(settings.port)", &hints, &list)
    guard code == 0, let first = unsafe list else { throw .address(code, step) }
    defer { unsafe freeaddrinfo(first) }
    let family = unsafe first.pointee.ai_family
    let descriptor = Glibc.socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .system(errno, step) }
    socket = FileDescriptor(owning: descriptor)
    isIPv6 = family == AF_INET6
    // Allows a port whose old connections linger, but not one that is in use.
    var yes: Int32 = 1
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(4))
    guard unsafe bind(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0,
      listen(descriptor, SOMAXCONN) == 0
    else { throw .system(errno, step) }
    port = try Self.port(of: descriptor, step)
  }

  private static func port(of socket: Int32, _ step: String) throws(WebError) -> UInt16 {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(socket, $0, &length)
      }
    }
    guard code == 0 else { throw .system(errno, step) }
    // The port is at the same offset in both families' addresses.
    return UInt16(bigEndian: address.sin6_port)
  }
}
