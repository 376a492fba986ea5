import Messaging

/// One connection, from its CONNECT to the error that ends it.
///
/// Used on the thread of its link or fleet only. Each turn reads messages, hands them over, writes the
/// acknowledgements, and only then continues: see ``process(isReadable:)``.
final class Connection {
  /// The stages of a connection.
  enum Phase {
    /// CONNECT is queued or sent.
    case connecting
    /// SUBSCRIBE is queued or sent.
    case subscribing
    /// All subscriptions are granted.
    case online
    /// The goodbye with this number has not been acknowledged yet.
    case disconnecting(goodbye: Int32)
    /// It was ended on purpose.
    case finished
  }

  let client: Client
  let session: SessionSettings
  let presence: PresenceMessages
  let events: any LinkEvents
  let sources: [any PublicationSource]
  var phase = Phase.connecting
  /// When ``phase`` times out.
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
  var sourcesMayHaveMore = false
  /// Whether acknowledgements are queued and not written yet.
  var hasUnsentAcknowledgements = false

  init(_ client: Client, _ presence: PresenceMessages, _ events: any LinkEvents) {
    self.client = client
    session = client.session
    self.presence = presence
    self.events = events
    sources = events.sources
    deadline = .now + session.patience
  }

  /// Keeps the connection until a stop is requested.
  ///
  /// - Parameter waiter: Waits for the socket, new work, or a stop.
  /// - Throws: Why it ended by itself.
  func run(_ waiter: SocketWaiter) throws(MQTTError) {
    do {
      while !hasFinished { try turn(waiter) }
    } catch {
      handOverRest()
      throw error
    }
  }

  /// Whether it was ended on purpose.
  var hasFinished: Bool { if case .finished = phase { true } else { false } }

  /// Hands over what had been read before the connection broke.
  ///
  /// Its acknowledgements are lost, so the broker sends it again; but an order must not wait for that, and
  /// a confirmed publication need not be sent twice.
  func handOverRest() {
    let messages = client.buffer.takeMessages()
    if !messages.isEmpty {
      try? events.received(messages)
      events.turned()
    }
    collect()
    report()
  }
}

extension Connection {
  /// How long to wait for the acknowledgement of the goodbye.
  private static let goodbyeTimeout = Duration.seconds(1)

  /// Continues the handshake as far as the broker has answered CONNECT and SUBSCRIBE.
  func continueHandshake() throws(MQTTError) {
    if case .connecting = phase, let connectAcknowledgement = client.buffer.connectAcknowledgement {
      guard !connectAcknowledgement.reason.isRefusal else {
        throw .refused(connectAcknowledgement.reason, by: client.address)
      }
      window = min(Self.largestWindow, connectAcknowledgement.receiveMaximum)
      if session.subscriptions.isEmpty {
        try becomeOnline()
      } else {
        try client.subscribe(
          to: session.subscriptions, wantsRetained: session.wantsRetained)
        phase = .subscribing
      }
    }
    if case .subscribing = phase, let subscribeReasons = client.buffer.subscribeReasons {
      for (filter, reason) in zip(session.subscriptions, subscribeReasons) where reason.isRefusal {
        throw .refused(filter, reason, by: client.address)
      }
      try becomeOnline()
    }
  }

  private func becomeOnline() throws(MQTTError) {
    phase = .online
    deadline = nil
    onlineSince = .now
    sourcesMayHaveMore = true
    if let birth = presence.birth { _ = try send(birth) }
    events.changed(
      to: .online(sessionPresent: client.buffer.connectAcknowledgement?.sessionPresent ?? false))
  }

  /// Publishes the goodbye and disconnects; further calls do nothing.
  func disconnect() throws(MQTTError) {
    switch phase {
    case .online:
      deadline = .now + Self.goodbyeTimeout
      if let goodbye = presence.goodbye, let number = try send(goodbye) {
        phase = .disconnecting(goodbye: number)
        try flush()
      } else {
        finish()
      }
    case .connecting, .subscribing: finish()
    case .disconnecting, .finished: break
    }
  }

  /// Ends the connection on purpose, so that the broker drops the will.
  func finish() {
    phase = .finished
    // The connection ends either way; if the broker is gone, only this is lost.
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
