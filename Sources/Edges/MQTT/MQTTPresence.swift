/// What one connection tells the world about being there.
///
/// Tokens do not count here: no outcome is told.
public struct MQTTPresence: Sendable {
  /// What the broker publishes for us if the connection is lost (MQTT 5.0, 3.1.2.5).
  public var will: MQTTPublication?
  /// What is published first, before anything from the outbox, once all subscriptions stand.
  public var birth: MQTTPublication?
  /// What is published last, before the connection is ended on purpose.
  public var goodbye: MQTTPublication?

  /// Describes a presence.
  ///
  /// - Parameters:
  ///   - will: What the broker publishes after a loss.
  ///   - birth: What is published first.
  ///   - goodbye: What is published last.
  public init(
    will: MQTTPublication? = nil, birth: MQTTPublication? = nil, goodbye: MQTTPublication? = nil
  ) {
    self.will = will
    self.birth = birth
    self.goodbye = goodbye
  }
}
