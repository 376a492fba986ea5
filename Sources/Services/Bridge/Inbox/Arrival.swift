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

  /// Describes a message.
  ///
  /// - Parameters:
  ///   - topic: The topic it came under.
  ///   - payload: What it carries.
  ///   - isRetained: Whether the broker had kept it.
  ///   - moment: When it came.
  public init(topic: String, payload: [UInt8], isRetained: Bool, moment: Moment) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
    self.moment = moment
  }
}
