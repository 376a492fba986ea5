import Messaging

/// One connection, from its CONNECT to the error that ends it.
///
/// Lives on the thread of its link or fleet. Each turn reads what has come, hands it over, writes the
/// acknowledgements and only then goes on: see ``deal(isReadable:)``.
final class Connection {
  /// How far it has come.
  enum Phase {
    /// CONNECT is queued or sent.
    case greeting
    /// SUBSCRIBE is queued or sent.
    case subscribing
    /// All subscriptions stand.
    case online
    /// The goodbye with this number waits for its acknowledgement.
    case leaving(goodbye: Int32)
    /// It has ended on purpose.
    case left
  }

  let client: Client
  let session: SessionSettings
  let presence: PresenceMessages
  let events: any LinkEvents
  let sources: [any PublicationSource]
  var phase = Phase.greeting
  /// When ``phase`` must have been passed.
  var deadline: ContinuousClock.Instant?
  /// When it came online.
  var onlineSince: ContinuousClock.Instant?
  /// The most publications in flight.
  var window = 0
  /// The tokens of the publications in flight by packet identifier; birth and goodbye have none.
  var inFlight: [Int32: PublicationToken?] = [:]
  /// Results that the sources have not been told yet.
  var results: [PublicationResult] = []
  /// Whether the sources may have something to publish.
  var isHungry = false
  /// Whether acknowledgements are queued that have not been written yet.
  var owesAcknowledgement = false

  init(_ client: Client, _ presence: PresenceMessages, _ events: any LinkEvents) {
    self.client = client
    session = client.session
    self.presence = presence
    self.events = events
    sources = events.sources
    deadline = .now + session.patience
  }

  /// Keeps the connection until it is to be ended.
  ///
  /// - Parameter watch: What makes it look up.
  /// - Throws: Why it ended by itself.
  func live(_ watch: SocketWaiter) throws(MQTTError) {
    do {
      while !hasLeft { try turn(watch) }
    } catch {
      salvage()
      throw error
    }
  }

  /// Whether it has ended on purpose.
  var hasLeft: Bool { if case .left = phase { true } else { false } }

  /// Hands over what had been read before the connection broke.
  ///
  /// Its acknowledgements are lost, so it comes again; but an order is not to wait for that, and a
  /// confirmed publication need not be sent twice.
  func salvage() {
    let messages = client.intake.takeMessages()
    if !messages.isEmpty {
      try? events.received(messages)
      events.turned()
    }
    collect()
    report()
  }
}
