public import Service
public import Wire

/// Answers what operations, phones and other boxes of the store ask for.
public struct RequestHandler: Sendable {
  /// How long the broker keeps an answer for who is not there.
  static let answerExpiry = Duration.seconds(60)

  let journal: Journal
  let eventQueue: EventQueue
  let outbox: Outbox
  let notices: TransientOutbox
  let topics: Topics
  let status: Status
  let selfTests: SelfTests
  let health: HealthReport
  let speaker: any Announcing
  let scriptBuilder: ScriptBuilder
  let clock: BoxClock
  let log: Log

  /// Makes the processor.
  ///
  /// - Parameters:
  ///   - journal: Where commands, receipts, volume and mute are.
  ///   - eventQueue: Where the queue is told.
  ///   - outbox: Where receipts go out again.
  ///   - notices: Where answers go out.
  ///   - topics: The box's topics.
  ///   - status: Told of volume and mute.
  ///   - selfTests: Where self-tests wait for their end.
  ///   - health: What is published as health.
  ///   - scriptBuilder: What says the commands.
  ///   - speaker: What speaks.
  ///   - clock: What time it is.
  ///   - log: Where it says what was asked for.
  public init(
    journal: Journal, eventQueue: EventQueue, outbox: Outbox, notices: TransientOutbox,
    topics: Topics,
    status: Status, selfTests: SelfTests, health: HealthReport,
    scriptBuilder: ScriptBuilder, speaker: any Announcing, clock: BoxClock, log: Log
  ) {
    self.journal = journal
    self.eventQueue = eventQueue
    self.outbox = outbox
    self.notices = notices
    self.topics = topics
    self.status = status
    self.selfTests = selfTests
    self.health = health
    self.scriptBuilder = scriptBuilder
    self.speaker = speaker
    self.clock = clock
    self.log = log
  }

  /// Takes a message under one of the request topics, and answers it, now or when it is done.
  ///
  /// What it changes is on the disk when the call returns.
  ///
  /// - Parameters:
  ///   - message: The message; a retained one is ignored, since it would be obeyed at every restart.
  ///   - verb: What its topic asks for.
  /// - Throws: `DatabaseError`; then the message must not be acknowledged.
  public func take(_ message: Arrival, verb: String) throws {
    if message.isRetained {
      log(.warning, "retained request ignored", ["topic": message.topic])
      return
    }
    let reply = reply(to: message, verb: verb)
    do {
      let size = message.payload.count
      if size > Inbox.largestPayload {
        throw Refusal("message", "\(size) bytes long, more than \(Inbox.largestPayload)")
      }
      let request = try Request(verb: verb, payload: message.payload)
      log(.info, "request", ["verb": verb, "topic": message.topic])
      if let response = try act(on: request.action, by: message, reply) { reply(response) }
    } catch let refusal as Refusal {
      log(.warning, "request refused", ["verb": verb, "reason": "\(refusal)"])
      reply(.error("\(refusal)"))
    }
  }

  /// Whether an answer may go where its receiver asks for it.
  private func canCarryAnswers(_ topic: String) -> Bool {
    guard !topic.isEmpty, !topic.contains(where: { $0 == "+" || $0 == "#" }) else { return false }
    // An answer that came back as a request would be answered for ever.
    return topics.verb(of: topic) == nil && !topics.carriesCommands(topic)
  }

  /// What sends the answer to a message.
  private func reply(to message: Arrival, verb: String) -> @Sendable (Response) -> Void {
    let transaction = Request.transaction(of: message.payload)
    var topic = topics.response(to: verb)
    if let wish = message.responseTopic, canCarryAnswers(wish) { topic = wish }
    return { [notices, topic] response in
      notices.add(
        Notice(
          topic: topic, body: response.json(transaction: transaction).encoded,
          expiry: Self.answerExpiry, correlationData: message.correlationData))
    }
  }
}
