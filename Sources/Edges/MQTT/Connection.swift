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

extension Connection {
  /// How long the goodbye may wait for its acknowledgement.
  private static let longestGoodbye = Duration.seconds(1)

  /// Goes on as the broker's answers to CONNECT and SUBSCRIBE allow.
  func greet() throws(MQTTError) {
    if case .greeting = phase, let welcome = client.intake.welcome {
      guard !welcome.reason.isRefusal else {
        throw .refused(welcome.reason, by: client.address)
      }
      window = min(Self.widestWindow, welcome.receiveMaximum)
      if session.subscriptions.isEmpty {
        try goOnline()
      } else {
        try client.subscribe(
          to: session.subscriptions, wantsRetained: session.wantsRetained)
        phase = .subscribing
      }
    }
    if case .subscribing = phase, let grants = client.intake.grants {
      for (filter, reason) in zip(session.subscriptions, grants) where reason.isRefusal {
        throw .refused(filter, reason, by: client.address)
      }
      try goOnline()
    }
  }

  private func goOnline() throws(MQTTError) {
    phase = .online
    deadline = nil
    onlineSince = .now
    isHungry = true
    if let birth = presence.birth { _ = try send(birth) }
    events.changed(to: .online(sessionPresent: client.intake.welcome?.sessionPresent ?? false))
  }

  /// Says goodbye, once.
  func leave() throws(MQTTError) {
    switch phase {
    case .online:
      deadline = .now + Self.longestGoodbye
      if let goodbye = presence.goodbye, let number = try send(goodbye) {
        phase = .leaving(goodbye: number)
        try flush()
      } else {
        part()
      }
    case .greeting, .subscribing: part()
    case .leaving, .left: break
    }
  }

  /// Ends the connection on purpose, so that the broker drops the will.
  func part() {
    phase = .left
    // It ends either way: a broker that is gone already has missed nothing but this.
    try? client.disconnect()
    try? client.write()
  }

  /// Queues birth or goodbye.
  ///
  /// - Returns: Its number, if it will be acknowledged.
  private func send(_ publication: Publication) throws(MQTTError) -> Int32? {
    let number = try client.publish(publication)
    guard publication.qualityOfService == .atLeastOnce else { return nil }
    inFlight[number] = .some(nil)
    return number
  }
}
