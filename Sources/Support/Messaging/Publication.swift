/// A message to publish.
public struct Publication: Sendable, Equatable {
  /// What identifies it in its ``PublicationResult``; `nil` if no source needs the result.
  public var token: PublicationToken?
  /// The topic to publish to, without wildcards.
  public var topic: String
  /// Its payload.
  public var payload: [UInt8]
  /// Whether the broker acknowledges it.
  public var qualityOfService: QualityOfService
  /// Whether the broker retains it for later subscribers (MQTT 5.0, 3.3.1.3).
  public var isRetained: Bool
  /// How long the broker keeps it for absent subscribers, in whole seconds (MQTT 5.0, 3.3.2.3.3);
  /// `nil` for no limit.
  public var expiry: Duration?
  /// Where the receiver is to answer, as ``Message/responseTopic``.
  public var responseTopic: String?
  /// What an answer carries along, as ``Message/correlationData``.
  public var correlationData: [UInt8]?

  /// Creates a publication.
  ///
  /// - Parameters:
  ///   - token: What identifies it in its result.
  ///   - topic: The topic, without wildcards.
  ///   - payload: Its payload.
  ///   - qualityOfService: Whether the broker acknowledges it.
  ///   - isRetained: Whether the broker retains it for later subscribers.
  ///   - expiry: How long the broker keeps it for absent subscribers.
  public init(
    token: PublicationToken? = nil, topic: String, payload: [UInt8],
    qualityOfService: QualityOfService = .atLeastOnce, isRetained: Bool = false,
    expiry: Duration? = nil
  ) {
    self.token = token
    self.topic = topic
    self.payload = payload
    self.qualityOfService = qualityOfService
    self.isRetained = isRetained
    self.expiry = expiry
  }

  /// Creates a publication of a text.
  ///
  /// - Parameters:
  ///   - token: What identifies it in its result.
  ///   - topic: The topic, without wildcards.
  ///   - text: The payload, as text.
  ///   - qualityOfService: Whether the broker acknowledges it.
  ///   - isRetained: Whether the broker retains it for later subscribers.
  ///   - expiry: How long the broker keeps it for absent subscribers.
  public init(
    token: PublicationToken? = nil, topic: String, text: String,
    qualityOfService: QualityOfService = .atLeastOnce, isRetained: Bool = false,
    expiry: Duration? = nil
  ) {
    self.init(
      token: token, topic: topic, payload: Array(text.utf8), qualityOfService: qualityOfService,
      isRetained: isRetained, expiry: expiry)
  }

  /// The payload as text; malformed UTF-8 is repaired.
  public var text: String { String(decoding: payload, as: UTF8.self) }
}

/// What a broker promises about a publication (MQTT 5.0, 4.3).
///
/// QoS 2 is left out on purpose: its half-delivered messages live in memory only.
public enum QualityOfService: Int32, Sendable {
  /// It is sent once and may be lost.
  case atMostOnce = 0
  /// It is acknowledged, and sent again on the next connection if it was not.
  case atLeastOnce = 1
}

/// What a connection announces about its client: that it is online, offline, or lost.
///
/// The results of these publications are not reported; their tokens are ignored.
public struct PresenceMessages: Sendable, Equatable {
  /// What the broker publishes for the client if the connection is lost (MQTT 5.0, 3.1.2.5).
  public var will: Publication?
  /// What is published first, before anything else, once all subscriptions are granted.
  public var birth: Publication?
  /// What is published last, before the client disconnects on purpose.
  public var goodbye: Publication?

  /// Creates the messages of one connection.
  ///
  /// - Parameters:
  ///   - will: What the broker publishes if the connection is lost.
  ///   - birth: What is published first.
  ///   - goodbye: What is published last.
  public init(
    will: Publication? = nil, birth: Publication? = nil, goodbye: Publication? = nil
  ) {
    self.will = will
    self.birth = birth
    self.goodbye = goodbye
  }
}
