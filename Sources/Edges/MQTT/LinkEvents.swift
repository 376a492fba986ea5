public import Messaging

/// What a link asks and tells its owner.
///
/// All calls come from the link's own thread, one at a time, and may block: the link waits. None of
/// them may wait for the link to end. Everything has a default; an owner implements what it needs.
public protocol LinkEvents: Sendable {
  /// What gives out the link's publications, the most urgent first; by default nothing.
  ///
  /// The link asks them when it is online and has room, after it has been woken, after it has received
  /// messages, and whenever there is new room. It tells them the results once per turn.
  var sources: [any PublicationSource] { get }

  /// Returns what the next connection announces about this client.
  ///
  /// Called before each attempt, after the ``sources`` have been restarted. By default nothing is
  /// announced.
  ///
  /// - Returns: Will, birth and goodbye of this one connection.
  /// - Throws: Why there can be no connection now; the link tries again later.
  func connecting() throws -> PresenceMessages

  /// Hands over all messages that one turn of the link has read, in order of arrival.
  ///
  /// Returning allows the link to acknowledge them: the acknowledgements are written after that, never
  /// before. Throwing cuts the connection, so that no acknowledgement is sent and the broker sends the
  /// messages again on the next connection. It does so too if the connection breaks before the
  /// acknowledgements are written: a message may arrive more than once. By default messages are
  /// ignored.
  ///
  /// - Parameter messages: The messages, at least one.
  /// - Throws: Why they could not be stored.
  func received(_ messages: [Message]) throws

  /// Tells that the acknowledgements of all messages received so far have been written.
  func acknowledged()

  /// Tells that a turn that handed over messages is over, however it ended.
  ///
  /// What the messages caused has been sent, as far as the connection allows; so now is the time for
  /// work that is less urgent.
  func turned()

  /// Tells that the state of the link has changed.
  ///
  /// - Parameter state: The new state.
  func changed(to state: LinkState)
}

extension LinkEvents {
  public var sources: [any PublicationSource] { [] }
  public func connecting() throws -> PresenceMessages { PresenceMessages() }
  public func received(_ messages: [Message]) throws {}
  public func acknowledged() {}
  public func turned() {}
  public func changed(to state: LinkState) {}

  /// Prepares sources and owner for the next attempt to connect to `address`.
  func prepare(for address: String) throws(MQTTError) -> PresenceMessages {
    sources.restart()
    do {
      return try connecting()
    } catch {
      throw .owner(error, "prepare a connection to \(address)")
    }
  }
}

/// The state of a link.
public enum LinkState: Sendable {
  /// It is connecting and subscribing.
  case connecting
  /// All subscriptions are granted; `sessionPresent` tells whether the broker had kept the session.
  ///
  /// A session that was not kept may have missed messages.
  case online(sessionPresent: Bool)
  /// The attempt or the connection has failed with this error; the next attempt follows by itself.
  case offline(MQTTError)
}
