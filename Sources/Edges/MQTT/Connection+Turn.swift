import CMosquitto
import Glibc
import Messaging

extension Connection {
  /// The most publications in flight, even if the broker allows more.
  static let largestWindow = 20
  /// How long one turn continues to read.
  private static let longestRead = Duration.milliseconds(5)
  /// How long a turn waits for an event: libmosquitto counts the keep-alive in seconds.
  private static let longestWait = Duration.seconds(1)

  /// Waits for an event and processes it.
  func turn(_ waiter: SocketWaiter) throws(MQTTError) {
    if waiter.isStopRequested { try disconnect() }
    if hasFinished { return }
    try process(isReadable: wait(waiter))
    if !hasFinished { try maintain() }
  }

  /// Processes received packets and publishes what the sources give out.
  ///
  /// The order is the promise: the owner has the messages before ``Client/write()`` sends their
  /// acknowledgements, and what they caused is sent along with those.
  func process(isReadable: Bool) throws(MQTTError) {
    if isReadable { try read() }
    try continueHandshake()
    let hasHandedOver = try handOver()
    defer { if hasHandedOver { events.turned() } }
    collect()
    if hasFinished { return report() }
    try publishNext()
    try flush()
    report()
  }

  /// Keeps the connection alive and checks its deadline; to be called about once a second.
  func maintain() throws(MQTTError) {
    try client.keepAlive()
    try checkDeadline()
  }

  /// Waits for the socket, new work, or a stop.
  ///
  /// - Returns: Whether there is something to read.
  private func wait(_ waiter: SocketWaiter) -> Bool {
    let writing = client.wantsWrite ? Int16(POLLOUT) : 0
    let (ready, isWoken) = waiter.wait(
      for: client.socket, Int16(POLLIN) | writing, atMost: longestWait)
    if isWoken { sourcesMayHaveMore = true }
    return ready & Int16(POLLIN | POLLHUP | POLLERR) != 0
  }

  private var longestWait: Duration {
    if sourcesMayHaveMore, room > 0, case .online = phase { return .zero }
    guard let deadline else { return Self.longestWait }
    return max(.zero, min(Self.longestWait, deadline - .now))
  }

  private func read() throws(MQTTError) {
    let start = ContinuousClock.now
    repeat {
      try client.read()
    } while client.buffer.messages.count < session.receiveMaximum
      && ContinuousClock.now - start < Self.longestRead && client.isReadable
  }

  /// Hands over what was read.
  ///
  /// - Returns: Whether there was anything.
  private func handOver() throws(MQTTError) -> Bool {
    let messages = client.buffer.takeMessages()
    guard !messages.isEmpty else { return false }
    do {
      try events.received(messages)
    } catch {
      client.cutConnection()
      events.turned()
      throw .owner(error, "store messages from \(client.address)")
    }
    hasUnsentAcknowledgements = true
    sourcesMayHaveMore = true
    return true
  }

  /// Writes what is queued.
  func flush() throws(MQTTError) {
    try client.write()
    guard hasUnsentAcknowledgements, !client.wantsWrite else { return }
    hasUnsentAcknowledgements = false
    events.acknowledged()
  }

  private func checkDeadline() throws(MQTTError) {
    guard let deadline, ContinuousClock.now >= deadline else { return }
    switch phase {
    case .connecting:
      throw .silent(client.address, awaiting: "CONNECT", for: session.patience)
    case .subscribing:
      throw .silent(client.address, awaiting: "SUBSCRIBE", for: session.patience)
    case .disconnecting: finish()
    case .online, .finished: break
    }
  }
}

extension Connection {
  /// How many more publications may be in flight.
  var room: Int { window - inFlight.count }

  /// Publishes what the sources give out, as far as there is room.
  func publishNext() throws(MQTTError) {
    guard case .online = phase, sourcesMayHaveMore, room > 0 else { return }
    var room = room
    for source in sources where room > 0 {
      let publications = source.next(atMost: room)
      room -= publications.count
      for publication in publications { try publish(publication) }
    }
    sourcesMayHaveMore = room <= 0
    try flush()
  }

  /// Collects the broker's acknowledgements.
  func collect() {
    for acknowledgement in client.buffer.acknowledgements {
      guard let token = inFlight.removeValue(forKey: acknowledgement.number) else { continue }
      add(.init(acknowledgement.reason), of: token)
      if case .disconnecting(acknowledgement.number) = phase { finish() }
    }
    client.buffer.acknowledgements.removeAll(keepingCapacity: true)
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
