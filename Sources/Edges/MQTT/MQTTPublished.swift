/// What became of a publication.
public struct MQTTPublished: Sendable, Equatable {
  /// The mark of ``MQTTPublication/token``.
  public let token: Int64
  /// What the broker said in its PUBACK (MQTT 5.0, 3.4.2.1).
  ///
  /// For a publication at QoS 0 it is ``MQTTReason/success`` once it has been handed to the link.
  /// One that cannot be sent at all (too large for this broker, or with a malformed topic) gets the
  /// reason that the broker would have given.
  public let reason: MQTTReason

  /// Describes an outcome.
  ///
  /// - Parameters:
  ///   - token: The publication's mark.
  ///   - reason: What the broker said.
  public init(token: Int64, reason: MQTTReason) {
    self.token = token
    self.reason = reason
  }
}
