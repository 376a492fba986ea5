import Dispatch
import Glibc
import Interop
import Synchronization

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
