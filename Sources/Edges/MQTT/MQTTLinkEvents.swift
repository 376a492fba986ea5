/// What a link asks and tells its owner.
///
/// All calls come from the link's own thread, one at a time, and may block: the link waits. None of
/// them may wait for the link's end.
public protocol MQTTLinkEvents: Sendable {
  /// Asks what the next connection is to tell the world about being there.
  ///
  /// Comes before each attempt.
  ///
  /// - Returns: Will, birth and goodbye of this one connection.
  /// - Throws: Why there can be no connection now; the link tries again later.
  func connecting() throws -> MQTTPresence

  /// Hands over all messages that one turn of the link has read, in order of arrival.
  ///
  /// Returning is the leave to acknowledge them: the acknowledgements go out after that, never
  /// before. Throwing cuts the connection, so that no acknowledgement leaves and the broker sends
  /// the messages again, with the next connection. It does that too if the connection breaks before
  /// the acknowledgements are out: a message may come more than once.
  ///
  /// - Parameter messages: The messages, at least one.
  /// - Throws: Why they could not be put in safety.
  func received(_ messages: [MQTTMessage]) throws

  /// Tells that the acknowledgements of all messages received so far have been written.
  func acknowledged()

  /// Tells that the turn which has handed over messages is over, however it ended.
  ///
  /// What they brought about is on its way, as far as the connection allows; so now is the time for
  /// work that nobody at the broker waits for. By default nothing is done.
  func turned()

  /// Asks for what is to be published next, in that order.
  ///
  /// Comes when the link is online and has room, after it has been woken, after messages were
  /// received, and again once there is new room. Whatever is handed out must not be handed out
  /// again on the same connection.
  ///
  /// - Parameter count: The room: the most publications to return.
  /// - Returns: The publications; fewer than `count` means that there are no more now.
  func outbox(atMost count: Int) -> [MQTTPublication]

  /// Tells what became of publications.
  ///
  /// - Parameter results: All outcomes of one turn of the link, at least one.
  func published(_ results: [MQTTPublished])

  /// Tells where the link stands.
  ///
  /// On ``MQTTLinkState/connecting`` and ``MQTTLinkState/offline(_:)`` the link has forgotten all
  /// publications that were not told as published: hand them out again.
  ///
  /// - Parameter state: The new state.
  func changed(to state: MQTTLinkState)
}

extension MQTTLinkEvents {
  public func turned() {}
}
