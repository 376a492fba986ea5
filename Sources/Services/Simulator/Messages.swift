import Wire

/// A message that has come to a box.
public struct Arrival: Sendable {
  /// Its topic.
  public var topic: String
  /// What it says.
  public var payload: [UInt8]
  /// Whether the broker had kept it.
  public var isRetained: Bool
  /// Where its sender waits for an answer.
  public var responseTopic: String?
  /// What that answer carries along.
  public var correlationData: [UInt8]?

  /// Describes a message.
  ///
  /// - Parameters:
  ///   - topic: Its topic.
  ///   - payload: What it says.
  ///   - isRetained: Whether the broker had kept it.
  ///   - responseTopic: Where its sender waits for an answer.
  ///   - correlationData: What that answer carries along.
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

/// A message that a box or the back end publishes.
public struct Outgoing: Sendable {
  /// The mark under which its fate is told.
  public var token: Int64 = 0
  /// Its topic.
  public var topic: String
  /// What it says.
  public var payload: [UInt8]
  /// Whether the broker acknowledges it.
  public var isAcknowledged = true
  /// Whether the broker keeps it.
  public var isRetained = false
  /// How long it is worth delivering.
  public var expiry: Duration?
  /// What an answer carries along.
  public var correlationData: [UInt8]?

  init(_ topic: String, _ json: JSON) {
    self.topic = topic
    payload = Array(json.encoded.utf8)
  }
}
