import Dispatch
import Glibc
import Interop
import Synchronization

/// A client that sends arbitrary bytes, HTTP or not.
final class Client: Sendable {
  private let socket: FileDescriptor
  private let unread = Mutex<[UInt8]>([])

  init(_ port: UInt16, receiveBuffer: Int32? = nil) throws {
    socket = FileDescriptor(
      owning: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    if var size = receiveBuffer {
      unsafe setsockopt(socket.rawValue, SOL_SOCKET, SO_RCVBUF, &size, 4)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    let connected = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(socket.rawValue, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw SystemError.last("connect to port \(port)") }
  }

  /// Sends a request without a body.
  func ask(_ target: String, method: String = "GET", _ headers: String...) async throws {
    let lines = ["\(method) \(target) HTTP/1.1", "Host: test"] + headers
    try await send(lines.joined(separator: "\r\n") + "\r\n\r\n")
  }

  func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  /// Sends on a thread that may block, because the server may not read.
  func send(_ bytes: [UInt8]) async throws {
    let socket = socket
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      DispatchQueue(label: "client").async {
        var rest = bytes[...]
        while !rest.isEmpty {
          let sent = unsafe rest.withUnsafeBytes {
            unsafe Glibc.send(socket.rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
          }
          guard sent > 0 else {
            return continuation.resume(throwing: SystemError.last("send"))
          }
          rest = rest.dropFirst(sent)
        }
        continuation.resume()
      }
    }
  }

  /// Closes the connection; the client must not be used afterwards.
  func hangUp() { shutdown(socket.rawValue, Int32(SHUT_RDWR)) }

  /// Reads `count` bytes, or fewer at the end of the connection.
  func take(_ count: Int) async -> [UInt8] {
    while unread.withLock({ $0.count }) < count, await more() {}
    return unread.withLock { unread in
      defer { unread.removeFirst(min(count, unread.count)) }
      return Array(unread.prefix(count))
    }
  }

  /// Reads through `mark`, or to the end of the connection.
  func take(through mark: String) async -> String {
    let mark = Array(mark.utf8)
    while true {
      let found: [UInt8]? = unread.withLock { unread in
        guard let place = unread.indices.first(where: { unread[$0...].starts(with: mark) }) else {
          return nil
        }
        defer { unread.removeFirst(place + mark.count) }
        return Array(unread.prefix(place + mark.count))
      }
      if let found { return String(decoding: found, as: UTF8.self) }
      guard await more() else {
        return String(decoding: await take(.max), as: UTF8.self)
      }
    }
  }

  /// Reads a response.
  ///
  /// - Parameter hasBody: False for a response to HEAD.
  /// - Returns: The response, as far as received.
  func response(hasBody: Bool = true) async -> Response {
    let head = await take(through: "\r\n\r\n").split(separator: "\r\n")
    let headers = head.dropFirst().map(String.init)
    var response = Response(
      status: Int(head.first?.split(separator: " ").dropFirst().first ?? "") ?? 0, headers: headers)
    guard hasBody else { return response }
    if response.header("transfer-encoding") == "chunked" {
      response.isWhole = false
      while let size = Int(await take(through: "\r\n").dropLast(), radix: 16) {
        let chunk = await take(size)
        response.body += chunk
        guard await take(2).count == 2 else { break }
        if size == 0 {
          response.isWhole = true
          break
        }
      }
    } else {
      response.body = await take(Int(response.header("content-length") ?? "") ?? .max)
    }
    return response
  }

  /// Reads one chunk of a body.
  func chunk() async -> String {
    guard let size = Int(await take(through: "\r\n").dropLast(), radix: 16) else { return "" }
    let bytes = await take(size + 2)
    return String(decoding: bytes.dropLast(2), as: UTF8.self)
  }

  private func more() async -> Bool {
    let socket = socket
    let bytes: [UInt8] = await withCheckedContinuation { continuation in
      DispatchQueue(label: "client").async {
        continuation.resume(returning: (try? socket.read()) ?? [])
      }
    }
    unread.withLock { $0 += bytes }
    return !bytes.isEmpty
  }
}

/// A response as received.
struct Response {
  let status: Int
  let headers: [String]
  var body: [UInt8] = []
  /// Whether the body is complete.
  var isWhole = true

  var text: String { String(decoding: body, as: UTF8.self) }

  func header(_ name: String) -> String? {
    headers.first { $0.lowercased().hasPrefix("\(name.lowercased()): ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }
}
