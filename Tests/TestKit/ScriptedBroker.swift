import Dispatch
import Glibc
import Interop
import Synchronization

/// A broker that does only what a test tells it to, for the faults that no real one shows on command.
///
/// It listens on 127.0.0.1 and speaks MQTT 5. Each connection of a client is lent out as a
/// ``ScriptedBrokerConnection``; nothing is answered by itself.
public final class ScriptedBroker: Sendable {
  /// The port it listens on.
  public let port: UInt16
  private let listener: FileDescriptor
  private let connections: AsyncStream<ScriptedBrokerConnection>
  /// All connections so far, which stay open until the test closes them or the broker goes.
  private let lent = Mutex<[ScriptedBrokerConnection]>([])

  /// Starts to listen.
  ///
  /// - Throws: `SystemError` if no port is free.
  public init() throws {
    port = try freePort()
    listener = try LoopbackSocket.listen(on: port)
    let (stream, continuation) = AsyncStream<ScriptedBrokerConnection>.makeStream(
      bufferingPolicy: .unbounded)
    connections = stream
    DispatchQueue(label: "scripted broker").async { [listener] in
      while case let descriptor = accept(listener.rawValue, nil, nil), descriptor >= 0 {
        LoopbackSocket.sendAtOnce(descriptor)
        continuation.yield(ScriptedBrokerConnection(FileDescriptor(owning: descriptor)))
      }
      continuation.finish()
    }
  }

  deinit { shutdown(listener.rawValue, Int32(SHUT_RDWR)) }

  /// Waits for the next connection of a client, in the order they came.
  ///
  /// - Returns: The connection.
  /// - Throws: `CancellationError` if the test's time is over.
  public func connection() async throws -> ScriptedBrokerConnection {
    for await connection in connections {
      lent.withLock { $0.append(connection) }
      return connection
    }
    throw CancellationError()
  }

  /// Waits for the next connection and lets its client in.
  ///
  /// - Parameters:
  ///   - sessionPresent: Whether to claim that the session had been kept.
  ///   - subscribes: Whether to await a SUBSCRIBE and to grant all its filters.
  /// - Returns: The connection, and the CONNECT that it began with.
  /// - Throws: ``ScriptedBrokerError`` if the client does something else.
  public func welcome(
    sessionPresent: Bool = false, subscribes: Bool = true
  ) async throws -> (connection: ScriptedBrokerConnection, connect: ScriptedBrokerConnect) {
    let connection = try await connection()
    let connect = try ScriptedBrokerConnect(await connection.next(.connect))
    try connection.send(.connack(sessionPresent: sessionPresent))
    if subscribes {
      let subscribe = try await connection.next(.subscribe)
      try connection.send(
        .suback(
          subscribe.identifier, reasons: subscribe.filters.map { _ in 0x01 }))
    }
    return (connection, connect)
  }
}
