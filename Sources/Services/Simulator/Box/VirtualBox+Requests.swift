import Messaging
import Wire

extension VirtualBox {
  /// How long the broker keeps an answer for an absent receiver.
  private static let answerExpiry = Duration.seconds(60)

  /// Performs a request and answers it.
  mutating func takeRequest(_ message: Message, _ verb: String, at now: Int64) {
    counts.requests += 1
    let reply = reply(to: message, verb)
    do throws(Refusal) {
      let request = try Request(verb: verb, payload: message.payload)
      if let response = act(on: request.action, message, reply, at: now) {
        answer(response, reply)
      }
    } catch {
      answer(.error("\(error)"), reply)
    }
  }

  private func reply(to message: Message, _ verb: String) -> Reply {
    var topic = topics.response(to: verb)
    // An answer that came back as a request would be answered for ever.
    if let command = message.responseTopic, !command.isEmpty,
      !command.contains(where: { "+#".contains($0) })
    {
      switch fleet.place(of: command)?.purpose {
      case .command, .storeCommand, .request, .storeRequest: break
      default: topic = command
      }
    }
    return Reply(
      topic: topic, transaction: Request.transaction(of: message.payload),
      correlationData: message.correlationData)
  }

  mutating func answer(_ response: Response, _ reply: Reply) {
    var message = Publication(
      topic: reply.topic, text: response.json(transaction: reply.transaction).encoded,
      expiry: Self.answerExpiry)
    message.correlationData = reply.correlationData
    outbox.add(.message(message))
  }

  private mutating func act(
    on action: Request.Action, _ message: Message, _ reply: Reply, at now: Int64
  ) -> Response? {
    switch action {
    case .acknowledge(let order): return acknowledge(order, message, at: now)
    case .stop(let scope):
      _ = stop(
        "stopped by request", at: now, current: { _ in scope != .queue },
        waiting: { _ in scope != .current })
      return .ok(data: ["scope": .string(scope.rawValue)])
    case .say:
      enqueue(QueuedCommand(priority: .normal, notBefore: now, isAlert: false, reply: reply))
      return nil
    case .replay(let id): return replay(id, at: now)
    case .volume(let value):
      if let value {
        volume = value
        publishHealth(at: now)
      }
      return .ok(data: ["volume": .number(JSONNumber(volume))])
    case .mute(let mute): return self.mute(mute, at: now)
    case .receipts(let since):
      let receipts = journal.receipts(since: since)
      counts.repeated += receipts.count
      for (number, kind) in receipts { outbox.add(.receipt(number, kind, isDuplicate: false)) }
      return .ok(data: ["count": .number(JSONNumber(receipts.count))])
    case .health:
      publishHealth(at: now)
      return .ok(data: health(at: now).json.object ?? [:])
    }
  }

  private mutating func acknowledge(
    _ order: String, _ message: Message, at now: Int64
  ) -> Response {
    let isMeant: (QueuedCommand) -> Bool = { [journal] task in
      task.isAlert && task.number.flatMap { journal[$0]?.order } == order
    }
    let whom = topics.isForStore(message.topic) ? "the store" : "the box"
    let ended = stop(
      "acknowledged by a request to \(whom)", at: now, current: isMeant, waiting: isMeant)
    guard ended > 0 || journal.contains(alertOf: order) else {
      return .error("order: no alert of '\(order)' has come to this box")
    }
    return .ok(data: ["order": .string(order), "ended": .number(JSONNumber(ended))])
  }

  private mutating func replay(_ id: String, at now: Int64) -> Response {
    let event = journal.event(called: id) ?? EventID(id: id)
    let history = journal.history(of: event)
    guard let number = history.accepted, let known = journal[number] else {
      return .error("id: no command '\(id)' has been accepted here")
    }
    guard known.outcome != nil else { return .error("id: '\(id)' has not been handled yet") }
    guard queue.count < Self.queueLimit else {
      return .error("queue full: \(Self.queueLimit) commands wait already")
    }
    let again = journal.add(
      StoredAttempt(
        event: event, order: known.order, command: known.command,
        attempt: history.attempts + 1, act: known.act, isReplay: true, received: now))
    issue(.delivered, again)
    // A replay is announced once, also of an alert.
    enqueue(QueuedCommand(number: again, priority: .normal, notBefore: now, isAlert: false))
    return .ok(data: ["id": .string(id)])
  }

  private mutating func mute(_ mute: Request.Mute, at now: Int64) -> Response {
    switch mute {
    case .off: mutedUntil = nil
    case .until(let moment):
      guard moment > wall(now) else { return .error("until: \(moment) has passed") }
      mutedUntil = now + (moment - wall(now)).milliseconds
    }
    publishHealth(at: now)
    return .ok(data: ["mutedUntil": mutedUntil.map { .string(wall($0).description) } ?? .null])
  }
}

extension BoxJournal {
  /// Whether an alert of an order was accepted.
  fileprivate func contains(alertOf order: String) -> Bool {
    last(where: { $0.isAlert && $0.order == order }) != nil
  }
}
