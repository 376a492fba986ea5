import Dispatch
import Glibc
import Interop

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
