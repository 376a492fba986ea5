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

/// One client's connection to a ``ScriptedBroker``.
public final class ScriptedBrokerConnection: Sendable {
  private let socket: Mutex<FileDescriptor?>
  private let packets: AsyncStream<ScriptedBrokerPacket>
  private let arrived = Atomic(0)

  /// How many packets have arrived, whether or not ``next(_:)`` has returned them.
  public var count: Int { arrived.load(ordering: .acquiring) }

  init(_ descriptor: FileDescriptor) {
    socket = Mutex(descriptor)
    let (stream, continuation) = AsyncStream<ScriptedBrokerPacket>.makeStream(
      bufferingPolicy: .unbounded)
    packets = stream
    DispatchQueue(label: "scripted broker's connection").async { [weak self] in
      var reader = ScriptedBrokerReader()
      while let bytes = try? descriptor.read(), !bytes.isEmpty {
        for packet in reader.packets(in: bytes) {
          self?.arrived.add(1, ordering: .releasing)
          continuation.yield(packet)
        }
      }
      continuation.finish()
    }
  }

  deinit { socket.withLock { if let descriptor = $0 { Self.end(descriptor) } } }

  /// Waits for the next packet.
  ///
  /// - Parameter kind: What it must be; a PINGREQ in between is passed over.
  /// - Returns: The packet.
  /// - Throws: ``ScriptedBrokerError`` if it is another one or if the client has gone.
  public func next(_ kind: ScriptedBrokerPacket.Kind) async throws -> ScriptedBrokerPacket {
    for await packet in packets where packet.kind == kind || packet.kind != .pingreq {
      guard packet.kind == kind else {
        throw ScriptedBrokerError(description: "\(packet.kind) came instead of \(kind)")
      }
      return packet
    }
    throw ScriptedBrokerError(description: "the client left instead of sending \(kind)")
  }

  /// Waits until the client has closed the connection.
  ///
  /// - Returns: The packets that still came, PINGREQs left out.
  public func rest() async -> [ScriptedBrokerPacket] {
    await packets.reduce(into: []) { if $1.kind != .pingreq { $0.append($1) } }
  }

  /// Sends packets in one write.
  ///
  /// - Parameter packets: The packets.
  /// - Throws: `SystemError` if the connection is closed.
  public func send(_ packets: ScriptedBrokerPacket...) throws {
    try send(packets)
  }

  /// Sends packets in one write.
  ///
  /// - Parameter packets: The packets.
  /// - Throws: `SystemError` if the connection is closed.
  public func send(_ packets: [ScriptedBrokerPacket]) throws {
    try socket.withLock { try $0?.write(packets.flatMap(\.bytes)) }
  }

  /// Ends the connection in an orderly way, with FIN.
  public func close() {
    socket.withLock { descriptor in
      descriptor.map(Self.end)
      descriptor = nil
    }
  }

  /// Tears the connection down with RST, as a host that has lost its memory does.
  ///
  /// Corresponds to `connect` with `AF_UNSPEC`, which works at once, whoever else holds the socket.
  public func reset() {
    socket.withLock { descriptor in
      if let socket = descriptor {
        var nowhere = sockaddr()
        nowhere.sa_family = sa_family_t(AF_UNSPEC)
        unsafe connect(socket.rawValue, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
      }
      descriptor = nil
    }
  }

  private static func end(_ descriptor: FileDescriptor) {
    shutdown(descriptor.rawValue, Int32(SHUT_RDWR))
  }
}

/// Cuts what arrives into packets (MQTT 5.0, 2.1).
struct ScriptedBrokerReader {
  private var pending: [UInt8] = []

  /// The packets that are complete once `bytes` have arrived too.
  mutating func packets(in bytes: [UInt8]) -> [ScriptedBrokerPacket] {
    pending += bytes
    var packets: [ScriptedBrokerPacket] = []
    while let packet = next() { packets.append(packet) }
    return packets
  }

  private mutating func next() -> ScriptedBrokerPacket? {
    guard let first = pending.first, let kind = ScriptedBrokerPacket.Kind(rawValue: first >> 4),
      let lengthEnd = pending.dropFirst().firstIndex(where: { $0 < 128 })
    else { return nil }
    var cursor = ScriptedBrokerCursor(pending[1...lengthEnd])
    let end = lengthEnd + 1 + cursor.length()
    guard pending.count >= end else { return nil }
    defer { pending.removeFirst(end) }
    return ScriptedBrokerPacket(
      kind, flags: first & 0x0F, body: Array(pending[(lengthEnd + 1)..<end]))
  }
}

/// What a client did instead of what its script expects.
public struct ScriptedBrokerError: Error, CustomStringConvertible {
  /// The surprise in words.
  public let description: String
}
