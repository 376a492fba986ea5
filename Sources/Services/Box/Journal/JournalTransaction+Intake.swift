import Database
import Messaging
import SQL
import Orders
import Wire

/// Taking in what the broker brings.
extension JournalTransaction {
  /// Stores what a message says, with the receipts that are due.
  mutating func take(_ message: ParsedMessage, _ topics: Topics) throws -> [IntakeResult] {
    var results: [IntakeResult] = []
    for event in message.events {
      switch event {
      case .instruction(let instruction): results += try take(instruction, message, topics)
      case .refused(let event, let element, let refusal):
        let event = event ?? EventID(id: message.digestID(element: element))
        let rejection = Rejection(.rejectedMalformed, event, order: event.id, reason: "\(refusal)")
        results.append(
          try reject(rejection, attempt: try history(of: event).attempts + 1, message))
      case .ignored: break
      }
    }
    return results
  }

  private mutating func take(
    _ instruction: Instruction, _ message: ParsedMessage, _ topics: Topics
  ) throws -> [IntakeResult] {
    let by = "a message on \(message.topic)"
    let sources = OrderReference.Sources(named: instruction.source ?? "", topic: message.topic)
    var results: [IntakeResult] = []
    if let name = instruction.acknowledges {
      let order = OrderReference(name: name, sources: sources)
      let found = try acknowledge(order, by: by)
      var result = IntakeResult(id: name, action: .acknowledge, reason: by)
      if case .ended = found { result.events = [.queue(.acknowledged(order, by: by))] }
      results.append(result)
    }
    if let name = instruction.cancels {
      results.append(try cancel(OrderReference(name: name, sources: sources), by: by))
    }
    if let command = instruction.command {
      results.append(try take(command, instruction, message, topics))
    }
    return results
  }

  /// Withdraws what announces an order, and remembers the cancellation if nothing has done so yet.
  private mutating func cancel(_ order: OrderReference, by: String) throws -> IntakeResult {
    var result = IntakeResult(id: order.name, action: .cancel, reason: by)
    let rows = try database.query(
      """
      SELECT n, state, act, sound_command, rounds FROM commands
      WHERE order_name = ? AND accepted = 1 AND source IN (?, ?) AND is_replay = 0
      """, order.name, order.sources?.named ?? "", order.sources?.topic ?? "")
    let announcements = rows.filter { row in
      let text: String = row[3]
      return row[2] == 4 || (try? SoundCommand(text))?.announcesOrder == true
    }
    if announcements.isEmpty { try remember(order, isCancelled: true, by: by) }
    for row in announcements where row[1] == JournalSchema.State.waiting.rawValue {
      let (n, rounds): (Int64, Int) = (row[0], row[4])
      _ = try settle(n, Resolution(.stopped, reason: "cancelled by \(by)", rounds: rounds))
      result.events.append(.queue(.withdrawn(.journal(n))))
    }
    if announcements.contains(where: { $0[1] == JournalSchema.State.started.rawValue && $0[2] == 4 }
    ),
      case .ended = try acknowledge(order, by: by)
    {
      result.events.append(.queue(.acknowledged(order, by: by)))
    }
    return result
  }

  private mutating func take(
    _ command: VoiceCommand, _ instruction: Instruction, _ message: ParsedMessage,
    _ topics: Topics
  ) throws -> IntakeResult {
    var command = command
    var packet: Message.Packet?
    if command.id.isEmpty {
      if let known = try resent(message, instruction.element) {
        try repeatReceipts(about: known.n, known.isHandled ? [.delivered, .handled] : [.delivered])
        return IntakeResult(
          id: known.id, attempt: known.attempt,
          action: .command(known.isHandled ? .repeatReceipts : .repeatDelivered))
      }
      command.id = try newID()
      packet = message.packet
    }
    var history = try history(of: command.event)
    if history.conflicts(with: command, on: message.topic, topics) {
      // Two back ends that count alike: two events, which the topic tells apart.
      command.source = message.topic
      history = try self.history(of: command.event)
    }
    // A replay that waits, or that was not heard, changes nothing about what was settled before it.
    let existing = history.settled ?? history.accepted
    let decision = DuplicateDecision(
      on: command.fingerprint, hasHandled: command.hasHandled, known: existing?.known)
    let attempt = history.attempts + 1
    switch (decision, existing) {
    case (.conflict, _):
      let rejection = Rejection(
        .rejectedConflict, command.event, order: command.order,
        reason: "id: accepted before with another content, which stands")
      return try reject(rejection, attempt: attempt, message)
    case (.repeatReceipts, let existing?):
      try repeatReceipts(about: existing.n, [.delivered, .handled])
      return IntakeResult(id: command.id, attempt: existing.attempt, action: .command(decision))
    case (.repeatDelivered, let existing?):
      try repeatReceipts(about: existing.n, [.delivered])
      return IntakeResult(id: command.id, attempt: existing.attempt, action: .command(decision))
    case (.cancel, let existing?):
      try settleElsewhere(existing.n)
      return IntakeResult(
        id: command.id, attempt: existing.attempt, action: .command(decision),
        events: [.queue(.withdrawn(.journal(existing.n)))])
    default:
      if decision == .accept, state.waiting >= queueLimit {
        let rejection = Rejection(
          .rejectedQueueFull, command.event, order: command.order,
          reason: "queue full: \(queueLimit) commands wait already")
        return try reject(rejection, attempt: attempt, message)
      }
      var acceptance = Acceptance(
        command, attempt: attempt, topic: message.topic, receivedAt: message.moment.wall)
      acceptance.lifetime = instruction.lifetime
      acceptance.notes = instruction.leftOut.map { "left out, \($0)" }
      let early = instruction.cancels == nil ? try takeEarly(command, on: message.topic) : nil
      if case .acknowledged(let by)? = early {
        acceptance.isOnce = true
        acceptance.notes.append("acknowledged before it came, by \(by)")
      }
      let n = try accept(acceptance)
      if let packet { try remember(packet, message, instruction.element, n) }
      var result = IntakeResult(id: command.id, attempt: attempt, action: .command(decision))
      if decision == .settle { try settleElsewhere(n) }
      if case .cancelled(let by)? = early {
        _ = try settle(n, Resolution(.stopped, reason: "cancelled before it came, by \(by)"))
      }
      result.events = [.accepted(upTo: n, since: message.moment.uptime)]
      return result
    }
  }

  /// An id for a message without one: two equal payments are common, and both must be heard.
  ///
  /// A back end may have given the next such id to an order; that one is skipped.
  mutating func newID() throws -> String {
    while true {
      let row = try database.query("UPDATE box SET events = events + 1 RETURNING events")
      let number: Int64 = row[0][0]
      let id = "\(issuer.connectionNumber)-\(number)"
      if try history(of: EventID(id: id)).attempts == 0 { return id }
    }
  }

  /// Stores a command, which waits from now on, with its `delivered` receipt.
  mutating func accept(_ acceptance: Acceptance) throws -> Int64 {
    let command = acceptance.command
    try database.execute(
      """
      INSERT INTO commands (id, source, attempt, state, accepted, settled, order_name,
        sound_command, act, volume, expires_at, lifetime, priority, topic, received_at,
        delivered_at, content, note, is_once)
      VALUES (?, ?, ?, 0, 1, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      command.id, command.event.sourceColumn, acceptance.attempt, command.order,
      command.soundCommand.text, command.act, command.volume, command.expiresAt?.milliseconds,
      acceptance.lifetime?.milliseconds, command.priority.rawValue, acceptance.topic,
      acceptance.receivedAt.milliseconds, moment.milliseconds, command.furtherContent,
      acceptance.note, acceptance.isOnce)
    let n = database.lastInsertedRow
    state.waiting += 1
    var times = Receipt.Times(received: acceptance.receivedAt)
    times.delivered = moment
    var receipt = Receipt(
      .delivered, event: command.event, order: command.order, attempt: acceptance.attempt,
      times: times)
    receipt.reason = acceptance.note
    try issue(receipt, about: n)
    return n
  }

  private mutating func reject(
    _ rejection: Rejection, attempt: Int, _ message: ParsedMessage
  ) throws -> IntakeResult {
    try database.execute(
      """
      INSERT INTO commands (id, source, attempt, state, accepted, settled, order_name,
        sound_command, act, topic, payload, received_at)
      VALUES (?, ?, ?, 2, 0, 0, ?, '', 0, ?, ?, ?)
      """, rejection.event.id, rejection.event.sourceColumn, attempt, rejection.order,
      message.topic, Array(message.payload.prefix(Rejection.payloadKept)),
      message.moment.wall.milliseconds)
    let n = database.lastInsertedRow
    var receipt = Receipt(
      .handled, event: rejection.event, order: rejection.order, attempt: attempt,
      times: Receipt.Times(received: message.moment.wall))
    receipt.outcome = rejection.outcome
    receipt.reason = rejection.reason
    try issue(receipt, about: n)
    return IntakeResult(
      id: rejection.event.id, attempt: attempt, action: .reject, reason: rejection.reason)
  }

  private mutating func settleElsewhere(_ n: Int64) throws {
    var resolution = Resolution(.duplicate, reason: "spoken by another channel of the store")
    resolution.rounds = try database.first("SELECT rounds FROM commands WHERE n = ?", n)?[0] ?? 0
    _ = try settle(n, resolution)
  }
}

extension CommandHistory {
  /// Whether an id was taken under another topic for something else, and neither rule names a source.
  fileprivate func conflicts(
    with command: VoiceCommand, on topic: String, _ topics: Topics
  ) -> Bool {
    guard command.source == nil, let existing = settled ?? accepted else { return false }
    return existing.known.fingerprint != command.fingerprint && existing.topic != topic
      && !topics.carriesCommands(topic) && !topics.carriesCommands(existing.topic)
      && !existing.topic.isEmpty
  }
}
