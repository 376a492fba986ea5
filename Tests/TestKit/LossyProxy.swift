import Dispatch
import Glibc
import Interop
import Synchronization

/// A proxy between a client and its broker that loses a PUBACK of the client, and the connection with it.
///
/// The broker cannot know that the message has arrived, and sends it again in the resumed session
/// (MQTT 5.0, 4.4). Everything else passes unchanged.
public final class LossyProxy: Sendable {
  /// The port it listens on.
  public let port: UInt16
  private let broker: UInt16
  private let listener: FileDescriptor
  private let state = Mutex(State())

  private struct State {
    /// How many acknowledgements are still to be lost, and of messages under which topic.
    var count = 0
    var topic = ""
    /// The packet identifiers of the messages under that topic.
    var identifiers: Set<UInt16> = []
  }

  private let lost = Atomic(0)

  /// Starts to pass connections on.
  ///
  /// - Parameter broker: The broker's port on 127.0.0.1.
  /// - Throws: `SystemError` if no port is free.
  public init(to broker: UInt16) throws {
    port = try freePort()
    self.broker = broker
    listener = try LoopbackSocket.listen(on: port)
    DispatchQueue(label: "lossy proxy").async { [listener, weak self] in
      while case let descriptor = accept(listener.rawValue, nil, nil), descriptor >= 0 {
        self?.serve(FileDescriptor(owning: descriptor))
      }
    }
  }

  deinit { shutdown(listener.rawValue, Int32(SHUT_RDWR)) }

  /// How many acknowledgements have been lost.
  public var lostCount: Int { lost.load(ordering: .acquiring) }

  /// Loses the next acknowledgements of messages under a topic, each with its connection.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - topic: The topic.
  public func lose(_ count: Int, of topic: String) {
    state.withLock { state in
      state.count = count
      state.topic = topic
    }
  }

  private func serve(_ client: FileDescriptor) {
    guard let upstream = try? LoopbackSocket.connect(to: broker) else { return }
    LoopbackSocket.sendAtOnce(client.rawValue)
    LoopbackSocket.sendAtOnce(upstream.rawValue)
    pass("from the broker", upstream, client) { [weak self] packet in
      self?.note(packet)
      return true
    }
    pass("from the client", client, upstream) { [weak self] packet in
      self?.loses(packet) != true
    }
  }

  /// Passes packets on until one end goes, or one is not to be passed.
  private func pass(
    _ label: String, _ from: FileDescriptor, _ to: FileDescriptor,
    _ isPassed: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    DispatchQueue(label: label).async {
      var rest: [UInt8] = []
      reading: while let bytes = try? from.read(), !bytes.isEmpty {
        rest += bytes
        while let length = Self.packetLength(rest) {
          let packet = Array(rest.prefix(length))
          rest.removeFirst(length)
          guard isPassed(packet), LoopbackSocket.send(packet, to: to.rawValue) else {
            break reading
          }
        }
      }
      Self.cut(from, to)
    }
  }

  /// Remembers the identifier of a PUBLISH at QoS 1 under the topic (MQTT 5.0, 3.3.2).
  private func note(_ packet: [UInt8]) {
    guard packet[0] >> 4 == 3, packet[0] & 0x06 != 0 else { return }
    let start = packet.count - Self.remaining(packet)
    let length = Int(packet[start]) << 8 | Int(packet[start + 1])
    let topic = packet[(start + 2)..<(start + 2 + length)]
    let place = start + 2 + length
    state.withLock { state in
      guard topic.elementsEqual(state.topic.utf8) else { return }
      state.identifiers.insert(UInt16(packet[place]) << 8 | UInt16(packet[place + 1]))
    }
  }

  private func loses(_ packet: [UInt8]) -> Bool {
    guard packet[0] >> 4 == 4 else { return false }
    let start = packet.count - Self.remaining(packet)
    let identifier = UInt16(packet[start]) << 8 | UInt16(packet[start + 1])
    let loses = state.withLock { state in
      guard state.identifiers.remove(identifier) != nil, state.count > 0 else { return false }
      state.count -= 1
      return true
    }
    if loses { lost.add(1, ordering: .acquiringAndReleasing) }
    return loses
  }

  private static func cut(_ client: FileDescriptor, _ upstream: FileDescriptor) {
    shutdown(client.rawValue, Int32(SHUT_RDWR))
    shutdown(upstream.rawValue, Int32(SHUT_RDWR))
  }

  /// The length of the first packet, if all of it is there (MQTT 5.0, 2.1).
  private static func packetLength(_ bytes: [UInt8]) -> Int? {
    guard let (remaining, head) = length(bytes), bytes.count >= head + remaining else { return nil }
    return head + remaining
  }

  private static func remaining(_ packet: [UInt8]) -> Int { length(packet)?.remaining ?? 0 }

  /// The Remaining Length of a packet, and the length of what is before it (MQTT 5.0, 2.1.4).
  private static func length(_ bytes: [UInt8]) -> (remaining: Int, head: Int)? {
    var (remaining, shift) = (0, 0)
    for (index, byte) in bytes.dropFirst().prefix(4).enumerated() {
      remaining |= Int(byte & 0x7F) << shift
      shift += 7
      if byte & 0x80 == 0 { return (remaining, index + 2) }
    }
    return nil
  }
}
