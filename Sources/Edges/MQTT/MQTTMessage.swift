/// A message as it came from the broker.
public struct MQTTMessage: Sendable, Equatable {
  /// The topic it was published to.
  public let topic: String
  /// What it carries.
  public let payload: [UInt8]
  /// Whether the broker had kept it, so that it may be old (MQTT 5.0, 3.3.1.3).
  public let isRetained: Bool
  /// Where its sender waits for an answer (MQTT 5.0, 3.3.2.3.5).
  public let responseTopic: String?
  /// What that answer must carry along (MQTT 5.0, 3.3.2.3.6).
  public let correlationData: [UInt8]?

  /// Describes a message.
  ///
  /// - Parameters:
  ///   - topic: The topic it was published to.
  ///   - payload: What it carries.
  ///   - isRetained: Whether the broker had kept it.
  ///   - responseTopic: Where its sender waits for an answer.
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
}
