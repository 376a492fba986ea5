/// A message that the broker delivered.
public struct Message: Sendable, Equatable {
  /// The topic it was published to.
  public let topic: String
  /// Its payload.
  public let payload: [UInt8]
  /// Whether the broker had retained it, so that it may be old (MQTT 5.0, 3.3.1.3).
  public let isRetained: Bool
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
  ///   - responseTopic: Where its sender expects an answer.
  ///   - correlationData: What that answer must carry along.
  public init(
    topic: String, payload: [UInt8], isRetained: Bool = false, responseTopic: String? = nil,
    correlationData: [UInt8]? = nil
  ) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
    self.responseTopic = responseTopic
    self.correlationData = correlationData
  }

  /// The payload as text; malformed UTF-8 is repaired.
  public var text: String { String(decoding: payload, as: UTF8.self) }
}
