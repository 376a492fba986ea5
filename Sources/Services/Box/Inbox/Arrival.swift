/// A message as it came from the broker.
public struct Arrival: Sendable {
  /// The topic it came under.
  public let topic: String
  /// What it carries.
  public let payload: [UInt8]
  /// Whether the broker had kept it, so that it may be old.
  public let isRetained: Bool
  /// When it came.
  public let moment: Moment
  /// Where its sender waits for an answer (MQTT 5.0, 3.3.2.3.5).
  public let responseTopic: String?
  /// What the answer carries along (MQTT 5.0, 3.3.2.3.6).
  public let correlationData: [UInt8]?

  /// Describes a message.
  ///
  /// - Parameters:
  ///   - topic: The topic it came under.
  ///   - payload: What it carries.
  ///   - isRetained: Whether the broker had kept it.
  ///   - moment: When it came.
  ///   - responseTopic: Where its sender waits for an answer.
  ///   - correlationData: What the answer carries along.
  public init(
    topic: String, payload: [UInt8], isRetained: Bool, moment: Moment,
    responseTopic: String? = nil, correlationData: [UInt8]? = nil
  ) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
    self.moment = moment
    self.responseTopic = responseTopic
    self.correlationData = correlationData
  }
}
