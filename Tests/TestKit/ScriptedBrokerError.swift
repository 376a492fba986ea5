/// What a client did instead of what its script expects.
public struct ScriptedBrokerError: Error, CustomStringConvertible {
  /// The surprise in words.
  public let description: String
}
