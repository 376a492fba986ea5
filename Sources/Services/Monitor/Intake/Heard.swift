/// A message as the broker brought it.
public struct Heard: Sendable {
  /// Its topic.
  public let topic: String
  /// What it says.
  public let payload: [UInt8]
  /// Whether the broker had kept it.
  public let isRetained: Bool

  /// Takes a message.
  ///
  /// - Parameters:
  ///   - topic: Its topic.
  ///   - payload: What it says.
  ///   - isRetained: Whether the broker had kept it.
  public init(topic: String, payload: [UInt8], isRetained: Bool) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
  }
}
