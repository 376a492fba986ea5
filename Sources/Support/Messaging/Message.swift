/// A message that the broker delivered.
public struct Message: Sendable, Equatable {
  /// The topic it was published to.
  public let topic: String
  /// Its payload.
  public let payload: [UInt8]
  /// Whether the broker had retained it, so that it may be old (MQTT 5.0, 3.3.1.3).
  public let isRetained: Bool
  /// Its packet, if the broker waits for an acknowledgement of it.
  public let packet: Packet?
  /// Where its sender expects an answer (MQTT 5.0, 3.3.2.3.5).
  public let responseTopic: String?
  /// What that answer must carry along (MQTT 5.0, 3.3.2.3.6).
  public let correlationData: [UInt8]?

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - topic: The topic it was published to.
  ///   - payload: Its payload.
  ///   - isRetained: Whether the broker had retained it.
  ///   - packet: Its packet, if the broker waits for an acknowledgement of it.
  ///   - responseTopic: Where its sender expects an answer.
  ///   - correlationData: What that answer must carry along.
  public init(
    topic: String, payload: [UInt8], isRetained: Bool = false, packet: Packet? = nil,
    responseTopic: String? = nil, correlationData: [UInt8]? = nil
  ) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
    self.packet = packet
    self.responseTopic = responseTopic
    self.correlationData = correlationData
  }

  /// The packet in which a message came.
  public struct Packet: Sendable, Equatable {
    /// Its identifier, which the broker does not use again before it has our acknowledgement
    /// (MQTT 5.0, 2.2.1).
    public let identifier: UInt16
    /// Whether the broker sends it again, since it has no acknowledgement (MQTT 5.0, 3.3.1.1).
    public let isDuplicate: Bool

    /// Describes a packet.
    ///
    /// - Parameters:
    ///   - identifier: Its identifier.
    ///   - isDuplicate: Whether the broker sends it again.
    public init(identifier: UInt16, isDuplicate: Bool) {
      self.identifier = identifier
      self.isDuplicate = isDuplicate
    }
  }

  /// The payload as text; malformed UTF-8 is repaired.
  public var text: String { String(decoding: payload, as: UTF8.self) }
}
