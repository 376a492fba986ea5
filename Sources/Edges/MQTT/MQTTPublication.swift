/// A message to publish.
public struct MQTTPublication: Sendable, Equatable {
  /// The sender's own mark, under which the outcome is told.
  public var token: Int64
  /// The topic to publish to, without wildcards.
  public var topic: String
  /// What it carries.
  public var payload: [UInt8]
  /// Whether the broker acknowledges it.
  public var qos: MQTTQoS
  /// Whether the broker keeps it for later subscribers (MQTT 5.0, 3.3.1.3).
  public var isRetained: Bool
  /// How long the broker keeps it for absent subscribers, in whole seconds
  /// (MQTT 5.0, 3.3.2.3.3); `nil` for ever.
  public var expiry: Duration?
  /// Where to answer, as ``MQTTMessage/responseTopic``.
  public var responseTopic: String?
  /// What an answer carries along, as ``MQTTMessage/correlationData``.
  public var correlationData: [UInt8]?

  /// Describes a message to publish.
  ///
  /// - Parameters:
  ///   - token: The sender's own mark.
  ///   - topic: The topic, without wildcards.
  ///   - payload: What it carries.
  ///   - qos: Whether the broker acknowledges it.
  ///   - isRetained: Whether the broker keeps it for later subscribers.
  ///   - expiry: How long the broker keeps it for absent subscribers.
  ///   - responseTopic: Where to answer.
  ///   - correlationData: What an answer carries along.
  public init(
    token: Int64 = 0, topic: String, payload: [UInt8], qos: MQTTQoS = .atLeastOnce,
    isRetained: Bool = false, expiry: Duration? = nil, responseTopic: String? = nil,
    correlationData: [UInt8]? = nil
  ) {
    self.token = token
    self.topic = topic
    self.payload = payload
    self.qos = qos
    self.isRetained = isRetained
    self.expiry = expiry
    self.responseTopic = responseTopic
    self.correlationData = correlationData
  }
}
