import CMosquitto
import Messaging

extension Connection {
  /// How many more publications may be in flight.
  var room: Int { window - inFlight.count }

  /// Publishes what the sources give out, as far as there is room.
  func draw() throws(MQTTError) {
    guard case .online = phase, isHungry, room > 0 else { return }
    var room = room
    for source in sources where room > 0 {
      let publications = source.next(atMost: room)
      room -= publications.count
      for publication in publications { try publish(publication) }
    }
    isHungry = room <= 0
    try flush()
  }

  /// Collects the broker's acknowledgements.
  func collect() {
    for acknowledgement in client.intake.acknowledgements {
      guard let token = inFlight.removeValue(forKey: acknowledgement.number) else { continue }
      add(.init(acknowledgement.reason), of: token)
      if case .leaving(acknowledgement.number) = phase { part() }
    }
    client.intake.acknowledgements.removeAll(keepingCapacity: true)
  }

  /// Tells the sources the results of this turn.
  func report() {
    guard !results.isEmpty else { return }
    let results = results
    self.results.removeAll(keepingCapacity: true)
    sources.note(results)
  }

  private func publish(_ publication: Publication) throws(MQTTError) {
    do {
      let number = try client.publish(publication)
      switch publication.qualityOfService {
      case .atMostOnce: add(.accepted, of: publication.token)
      case .atLeastOnce: inFlight[number] = .some(publication.token)
      }
    } catch {
      guard let reason = error.refusedPublication else { throw error }
      add(.init(reason), of: publication.token)
    }
  }

  private func add(_ status: PublicationResult.Status, of token: PublicationToken?) {
    if let token { results.append(PublicationResult(token, status)) }
  }
}

extension PublicationResult.Status {
  /// What the reason code of a PUBACK means (MQTT 5.0, 3.4.2.1).
  fileprivate init(_ reason: ReasonCode) {
    switch reason {
    case .success: self = .accepted
    case .noMatchingSubscribers: self = .noSubscribers
    default: self = .refused(reason: "\(reason)")
    }
  }
}

extension MQTTError {
  /// The reason code that a broker would have given for a publication that cannot be sent to it; `nil`
  /// if something else is wrong.
  fileprivate var refusedPublication: ReasonCode? {
    switch mosq_err_t(code) {
    case MOSQ_ERR_INVAL, MOSQ_ERR_MALFORMED_UTF8: .topicNameInvalid
    case MOSQ_ERR_PAYLOAD_SIZE, MOSQ_ERR_OVERSIZE_PACKET: .packetTooLarge
    case MOSQ_ERR_QOS_NOT_SUPPORTED: .qosNotSupported
    case MOSQ_ERR_RETAIN_NOT_SUPPORTED: .retainNotSupported
    default: nil
    }
  }
}
