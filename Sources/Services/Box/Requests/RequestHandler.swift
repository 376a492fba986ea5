public import Messaging
import Service
import Wire

/// Answers the requests of operations, phones and other boxes of the store.
public struct RequestHandler: Sendable {
  /// How long the broker keeps an answer for an absent receiver.
  static let answerExpiry = Duration.seconds(60)

  private let context: BoxContext
  private let outbox: Outbox
  private let health: HealthReport
  private let scriptBuilder: ScriptBuilder
  private let player: any AnnouncementPlayer

  /// Makes the handler.
  ///
  /// - Parameters:
  ///   - context: What the box's parts share.
  ///   - outbox: Publishes receipts again.
  ///   - health: Publishes the box's health.
  ///   - scriptBuilder: Turns commands into scripts.
  ///   - player: Plays announcements.
  public init(
    _ context: BoxContext, outbox: Outbox, health: HealthReport, scriptBuilder: ScriptBuilder,
    player: any AnnouncementPlayer
  ) {
    self.context = context
    self.outbox = outbox
    self.health = health
    self.scriptBuilder = scriptBuilder
    self.player = player
  }

  /// The largest request that is read, in bytes.
  private static let largestPayload = 65_536

  /// Performs a request and answers it, now or when it is done.
  ///
  /// Its changes are on the disk when the call returns.
  ///
  /// - Parameters:
  ///   - message: The message; a retained one is ignored, since it would be obeyed at every restart.
  ///   - verb: The verb of its topic.
  /// - Throws: `DatabaseError`; then the message must not be acknowledged.
  public func take(_ message: Message, verb: String) throws {
    let log = context.log
    if message.isRetained {
      log(.warning, "retained request ignored", ["topic": message.topic])
      return
    }
    let reply = reply(to: message, verb: verb)
    do {
      let size = message.payload.count
      if size > Self.largestPayload {
        throw Refusal("message", "\(size) bytes long, more than \(Self.largestPayload)")
      }
      let request = try Request(verb: verb, payload: message.payload)
      log(.info, "request", ["verb": verb, "topic": message.topic])
      if let response = try perform(request.action, of: message, reply) { reply(response) }
    } catch let refusal as Refusal {
      log(.warning, "request refused", ["verb": verb, "reason": "\(refusal)"])
      reply(.error("\(refusal)"))
    }
  }

  /// Sends the answer to a message.
  private func reply(to message: Message, verb: String) -> @Sendable (Response) -> Void {
    let transaction = Request.transaction(of: message.payload)
    var topic = context.topics.response(to: verb)
    if let wanted = message.responseTopic, canCarryAnswers(wanted) { topic = wanted }
    return { [outbox = context.transientOutbox, topic] response in
      var answer = Publication(
        topic: topic, text: response.json(transaction: transaction).encoded,
        expiry: Self.answerExpiry)
      answer.correlationData = message.correlationData
      outbox.add(answer)
    }
  }

  /// Whether an answer may go to the topic that its receiver has named.
  private func canCarryAnswers(_ topic: String) -> Bool {
    guard !topic.isEmpty, !topic.contains(where: { $0 == "+" || $0 == "#" }) else { return false }
    // An answer that came back as a request would be answered for ever.
    return context.topics.verb(of: topic) == nil && !context.topics.carriesCommands(topic)
  }

  /// Performs a request.
  ///
  /// - Parameters:
  ///   - action: What is requested.
  ///   - message: The message that requests it.
  ///   - reply: Sends an answer that comes later.
  /// - Returns: The answer; `nil` if it comes later.
  /// - Throws: `DatabaseError`.
  private func perform(
    _ action: Request.Action, of message: Message, _ reply: @escaping @Sendable (Response) -> Void
  ) throws -> Response? {
    switch action {
    case .acknowledge(let order): try acknowledge(order, by: message)
    case .stop(let scope): stop(scope)
    case .say(let command): say(command, reply)
    case .replay(let id): try replay(id)
    case .volume(let value): try setVolume(value)
    case .mute(let mute): try setMute(mute)
    case .receipts(let since): try republishReceipts(since)
    case .health: health.publish()
    }
  }

  private func acknowledge(_ order: String, by message: Message) throws -> Response {
    let isForStore = context.topics.isForStore(message.topic)
    let by = "a request to \(isForStore ? "the store" : "the box")"
    let reference = OrderReference(name: order)
    switch try context.journal.acknowledge(reference, by: by) {
    case .ended(let count):
      context.eventQueue.post(.queue(.acknowledged(reference, by: by)))
      return .ok(data: ["order": .string(order), "ended": .number(JSONNumber(count))])
    case .over:
      return .ok(data: ["order": .string(order), "ended": .number(JSONNumber(0))])
    case .unknown:
      return .error(
        "order: no alert of '\(order)' has come to this box; if one comes, it will not ring")
    }
  }

  private func stop(_ scope: Request.Scope) -> Response {
    context.eventQueue.post(.queue(.stopped(scope)))
    return .ok(data: ["scope": .string(scope.rawValue)])
  }

  private func say(
    _ command: SoundCommand, _ reply: @escaping @Sendable (Response) -> Void
  ) -> Response? {
    do {
      _ = try scriptBuilder.script(for: command)
    } catch {
      return .error("soundCommand: \(error)")
    }
    let id = context.selfTests.add { resolution in
      let outcome = resolution.outcome
      if outcome == .played {
        reply(.ok(data: ["outcome": .string(outcome.name)]))
      } else {
        reply(.error(outcome.name + (resolution.reason.map { ": \($0)" } ?? "")))
      }
    }
    guard let id else { return .error("too many self-tests wait already") }
    let item = QueuedCommand(
      id, order: "self-test", command: command, since: context.clock.uptime())
    context.eventQueue.post(.queue(.arrived(item)))
    return nil
  }

  private func replay(_ id: String) throws -> Response {
    let moment = context.clock.moment
    switch try context.journal.replay(id, at: moment) {
    case .accepted(let number):
      context.eventQueue.post(.accepted(upTo: number, since: moment.uptime))
      return .ok(data: ["id": .string(id)])
    case .isWaiting: return .error("id: '\(id)' has not been handled yet")
    case .unknown: return .error("id: no command '\(id)' has been accepted here")
    case .queueFull(let limit): return .error("queue full: \(limit) commands wait already")
    }
  }

  private func setVolume(_ value: Int?) throws -> Response {
    if let value {
      try save { $0.volume = value }
      player.set(volume: value)
    }
    return .ok(data: ["volume": .number(JSONNumber(context.status.settings.volume))])
  }

  private func setMute(_ mute: Request.Mute) throws -> Response {
    var until: Timestamp?
    if case .until(let moment) = mute {
      guard moment > context.clock.now() else { return .error("until: \(moment) has passed") }
      until = moment
    }
    try save { $0.mutedUntil = until }
    context.eventQueue.post(.queue(.muted(until: until)))
    return .ok(data: ["mutedUntil": until.map { .string($0.description) } ?? .null])
  }

  private func save(_ change: (inout DeviceSettings) -> Void) throws {
    var settings = context.status.settings
    change(&settings)
    try context.journal.save(settings)
    context.status.save(settings)
    _ = health.publish()
  }

  private func republishReceipts(_ since: Int64) throws -> Response {
    let count = try outbox.republish(after: since)
    return .ok(data: ["count": .number(JSONNumber(count))])
  }
}
