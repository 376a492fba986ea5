import Dispatch
import Glibc
import Interop
import Synchronization

/// A web server that does only what a test tells it to.
///
/// It listens on 127.0.0.1 and speaks HTTP/1.1. Each connection of a client is lent out as a
/// ``ScriptedWebConnection``; nothing is answered by itself.
public final class ScriptedWebServer: Sendable {
  /// The port it listens on.
  public let port: UInt16
  private let listener: FileDescriptor
  private let connections: AsyncStream<ScriptedWebConnection>

  /// The address of its root.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// Starts to listen.
  ///
  /// - Throws: `SystemError` if no port is free.
  public init() throws {
    port = try freePort()
    listener = try LoopbackSocket.listen(on: port)
    let (stream, continuation) = AsyncStream<ScriptedWebConnection>.makeStream(
      bufferingPolicy: .unbounded)
    connections = stream
    DispatchQueue(label: "scripted web server").async { [listener] in
      while case let descriptor = accept(listener.rawValue, nil, nil), descriptor >= 0 {
        LoopbackSocket.sendAtOnce(descriptor)
        continuation.yield(ScriptedWebConnection(FileDescriptor(owning: descriptor)))
      }
      continuation.finish()
    }
  }

  deinit { shutdown(listener.rawValue, Int32(SHUT_RDWR)) }

  /// Waits for the next connection of a client, in the order they came.
  ///
  /// - Returns: The connection.
  /// - Throws: `CancellationError` if the test's time is over.
  public func connection() async throws -> ScriptedWebConnection {
    for await connection in connections { return connection }
    throw CancellationError()
  }

  /// Waits for the next connection, reads its request, answers, and closes it.
  ///
  /// - Parameters:
  ///   - status: The answer's status.
  ///   - headers: The answer's lines beside its length.
  ///   - body: The answer's body.
  /// - Returns: What was asked.
  /// - Throws: ``WebRequest/Broken`` if the client sends no request.
  @discardableResult
  public func answer(
    _ status: Int, headers: [String] = [], body: String = ""
  ) async throws -> WebRequest {
    let connection = try await connection()
    let request = try await connection.request()
    let lines = ["HTTP/1.1 \(status) X", "Content-Length: \(body.utf8.count)"] + headers
    connection.send((lines + ["Connection: close", "", body]).joined(separator: "\r\n"))
    connection.close()
    return request
  }
}

/// One client's connection to a ``ScriptedWebServer``.
public final class ScriptedWebConnection: Sendable {
  private let socket: FileDescriptor
  private let pieces: AsyncStream<[UInt8]>
  private let unread = Mutex<[UInt8]>([])

  init(_ descriptor: FileDescriptor) {
    socket = descriptor
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream(bufferingPolicy: .unbounded)
    pieces = stream
    DispatchQueue(label: "scripted web connection").async {
      while let bytes = try? descriptor.read(), !bytes.isEmpty { continuation.yield(bytes) }
      continuation.finish()
    }
  }

  deinit { close() }

  /// Waits for a whole request.
  ///
  /// - Returns: The request.
  /// - Throws: ``WebRequest/Broken`` if the client leaves before its end.
  public func request() async throws -> WebRequest {
    if let request = unread.withLock({ WebRequest(takenFrom: &$0) }) { return request }
    for await piece in pieces {
      let request = unread.withLock { unread in
        unread += piece
        return WebRequest(takenFrom: &unread)
      }
      if let request { return request }
    }
    throw WebRequest.Broken()
  }

  /// Waits until the client has closed the connection.
  public func end() async {
    for await _ in pieces {}
  }

  /// Sends bytes; those to a client that has gone vanish.
  ///
  /// - Parameter text: The bytes in UTF-8.
  public func send(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(socket.rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent < 0 && errno != EINTR { return }
      rest = rest.dropFirst(max(0, sent))
    }
  }

  /// Ends the connection in an orderly way.
  public func close() { shutdown(socket.rawValue, Int32(SHUT_RDWR)) }
}

/// What a client asked of a ``ScriptedWebServer``.
public struct WebRequest: Sendable {
  /// The client left before the end of its request.
  public struct Broken: Error {}

  /// The first line, such as `GET / HTTP/1.1`.
  public let line: String
  /// The other lines of the head: values by names in lower case.
  public let headers: [String: String]
  /// The body.
  public let body: String

  /// Takes a request from what has come; `nil` if it is not whole yet.
  init?(takenFrom bytes: inout [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let lines = parts[0].split(separator: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      headers[pair[0].lowercased()] = pair.last.map { String($0.drop { $0 == " " }) }
    }
    let head = parts[0].utf8.count + 4
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    guard bytes.count >= head + length else { return nil }
    line = lines.first.map { String($0) } ?? ""
    self.headers = headers
    body = String(decoding: bytes[head..<head + length], as: UTF8.self)
    bytes.removeFirst(head + length)
  }
}
