import Messaging

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
