import Dispatch
import Glibc
import Interop
import Synchronization

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
