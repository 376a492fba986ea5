/// Where a link stands with its broker.
public enum MQTTLinkState: Sendable {
  /// It is looking for the broker and asking to be let in.
  case connecting
  /// All subscriptions stand; `sessionPresent` tells whether the broker had kept the session.
  ///
  /// A session that was not kept may have missed messages.
  case online(sessionPresent: Bool)
  /// The attempt or the connection has ended so; the next attempt follows by itself.
  case offline(MQTTError)
}
