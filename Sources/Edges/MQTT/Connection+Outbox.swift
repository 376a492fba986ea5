import CMosquitto

extension Connection {
  /// How many more publications may be in flight.
  var room: Int { window - inFlight.count }

  /// Publishes what the outbox holds, as far as there is room.
  func draw() throws(MQTTError) {
    guard case .online = phase, isHungry, room > 0 else { return }
    let room = room
    let publications = events.outbox(atMost: room)
    isHungry = publications.count >= room
    for publication in publications { try publish(publication) }
    try flush()
  }

  /// Takes in the broker's acknowledgements.
  func collect() {
    for acknowledgement in client.intake.acknowledgements {
      guard let token = inFlight.removeValue(forKey: acknowledgement.number) else { continue }
      if let token { results.append(.init(token: token, reason: acknowledgement.reason)) }
      if case .leaving(acknowledgement.number) = phase { part() }
    }
    client.intake.acknowledgements.removeAll(keepingCapacity: true)
  }

  /// Tells the outcomes of this turn.
  func report() {
    guard !results.isEmpty else { return }
    let results = results
    self.results.removeAll(keepingCapacity: true)
    events.published(results)
  }

  private func publish(_ publication: MQTTPublication) throws(MQTTError) {
    let token = publication.token
    do {
      let number = try client.publish(publication)
      switch publication.qos {
      case .atMostOnce: results.append(.init(token: token, reason: .success))
      case .atLeastOnce: inFlight[number] = token
      }
    } catch {
      guard let reason = error.refusedPublication else { throw error }
      results.append(.init(token: token, reason: reason))
    }
  }
}

extension MQTTError {
  /// The reason that a broker would have given for a publication that cannot be sent to it; `nil` if
  /// something else is wrong.
  fileprivate var refusedPublication: MQTTReason? {
    switch mosq_err_t(code) {
    case MOSQ_ERR_INVAL, MOSQ_ERR_MALFORMED_UTF8: .topicNameInvalid
    case MOSQ_ERR_PAYLOAD_SIZE, MOSQ_ERR_OVERSIZE_PACKET: .packetTooLarge
    case MOSQ_ERR_QOS_NOT_SUPPORTED: .qosNotSupported
    case MOSQ_ERR_RETAIN_NOT_SUPPORTED: .retainNotSupported
    default: nil
    }
  }
}
