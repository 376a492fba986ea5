/// A message of the box that is no receipt: an answer, its state, its health.
///
/// It lives in memory only: what it tells can be asked for again.
public struct Notice: Sendable, Equatable {
  /// The topic to publish to.
  public var topic: String
  /// Its JSON text.
  public var body: String
  /// Whether the broker keeps it for later subscribers; a newer one for the same topic replaces it.
  public var isRetained: Bool
  /// Whether the broker acknowledges it; what it does not acknowledge may be lost.
  public var isAcknowledged: Bool
  /// How long the broker keeps it for absent subscribers.
  public var expiry: Duration?
  /// What an answer carries along (MQTT 5.0, 3.3.2.3.6).
  public var correlationData: [UInt8]?

  /// Describes a message.
  ///
  /// - Parameters:
  ///   - topic: The topic to publish to.
  ///   - body: Its JSON text.
  ///   - isRetained: Whether the broker keeps it for later subscribers.
  ///   - isAcknowledged: Whether the broker acknowledges it.
  ///   - expiry: How long the broker keeps it for absent subscribers.
  ///   - correlationData: What an answer carries along.
  public init(
    topic: String, body: String, isRetained: Bool = false, isAcknowledged: Bool = true,
    expiry: Duration? = nil, correlationData: [UInt8]? = nil
  ) {
    self.topic = topic
    self.body = body
    self.isRetained = isRetained
    self.isAcknowledged = isAcknowledged
    self.expiry = expiry
    self.correlationData = correlationData
  }
}
