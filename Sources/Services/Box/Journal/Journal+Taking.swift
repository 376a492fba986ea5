import Database
import Orders
import Wire

extension Journal {
  /// Stores what came, all in one transaction, each with the receipt that is due.
  ///
  /// - Parameter messages: What came, in its order.
  /// - Returns: What became of each.
  /// - Throws: `DatabaseError`; then nothing of it is stored.
  func take(_ messages: [ParsedMessage]) throws -> [IntakeResult] {
    try transaction { database, stamp in
      try messages.flatMap { try database.take($0, queueLimit: queueLimit, stamp) }
    }
  }
}

extension Database {
  fileprivate mutating func take(
    _ message: ParsedMessage, queueLimit: Int, _ stamp: Stamp
  ) throws -> [IntakeResult] {
    let arrival = message.arrival
    switch message.content {
    case .reading(let reading):
      var entries: [IntakeResult] = []
      if let order = reading.acknowledges {
        entries.append(try takeAcknowledgement(of: order, by: "a message on \(arrival.topic)"))
      }
      if let draft = reading.draft {
        let command = draft.command(orElse: draft.id == nil ? try eventID(stamp) : "")
        let isFull = stamp.waiting >= queueLimit
        entries.append(
          try take(
            command, lifetime: draft.lifetime, arrival, limit: isFull ? queueLimit : nil, stamp))
      }
      return entries
    case .refused(let id, let refusal):
      let refused = RejectedMessage(
        id: id, order: id, outcome: .rejectedMalformed, reason: "\(refusal)")
      let attempt = try history(of: id).attempts + 1
      return [try refuse(refused, attempt: attempt, arrival, stamp)]
    }
  }

  private mutating func takeAcknowledgement(of order: String, by: String) throws -> IntakeResult {
    let found = try acknowledge(order, by: by)
    var entry = IntakeResult(id: order, action: .acknowledge, reason: by)
    if case .ended = found { entry.event = .acknowledged(order: order, by: by) }
    return entry
  }

  /// The id of an event of its own: two equal payments are common, and both must be heard.
  ///
  /// A back end may have given the next such id to an order; that one is passed over.
  mutating func eventID(_ stamp: Stamp) throws -> String {
    while true {
      let row = try query("UPDATE box SET events = events + 1 RETURNING events")
      let number: Int64 = row[0][0]
      let id = "\(stamp.issuer.session)-\(number)"
      if try history(of: id).attempts == 0 { return id }
    }
  }

  /// Takes a command; `limit` is the most that may wait, if there is no room for one more.
  private mutating func take(
    _ command: VoiceCommand, lifetime: Duration?, _ arrival: Arrival, limit: Int?, _ stamp: Stamp
  ) throws -> IntakeResult {
    let history = try history(of: command.id)
    // A replay that waits, or that was not heard, changes nothing about what was settled before it.
    let accepted = history.settled ?? history.accepted
    let decision = DuplicateDecision(
      on: command.fingerprint, hasHandled: command.hasHandled, known: accepted?.known)
    let attempt = history.attempts + 1
    switch (decision, accepted) {
    case (.conflict, _):
      let refused = RejectedMessage(
        id: command.id, order: command.order, outcome: .rejectedConflict,
        reason: "id: accepted before with another content, which stands")
      return try refuse(refused, attempt: attempt, arrival, stamp)
    case (.repeatReceipts, let accepted?):
      try repeatReceipts(about: accepted.n, [.delivered, .handled], stamp)
      return accepted.entry(command.id, decision)
    case (.repeatDelivered, let accepted?):
      try repeatReceipts(about: accepted.n, [.delivered], stamp)
      return accepted.entry(command.id, decision)
    case (.cancel, let accepted?):
      try settleElsewhere(accepted.n, stamp)
      var entry = accepted.entry(command.id, decision)
      entry.event = .withdrawn(accepted.n)
      return entry
    default:
      if decision == .accept, let limit {
        let refused = RejectedMessage(
          id: command.id, order: command.order, outcome: .rejectedQueueFull,
          reason: "queue full: \(limit) commands wait already")
        return try refuse(refused, attempt: attempt, arrival, stamp)
      }
      let n = try accept(
        command, lifetime: lifetime, attempt: attempt, topic: arrival.topic,
        receivedAt: arrival.moment.wall, stamp)
      var entry = IntakeResult(id: command.id, attempt: attempt, action: .command(decision))
      if decision == .settle {
        try settleElsewhere(n, stamp)
      } else {
        entry.event = .arrived(
          QueuedCommand(command, n, lifetime: lifetime, since: arrival.moment.uptime))
      }
      return entry
    }
  }

  /// Stores a command that waits from now on, with its receipt.
  mutating func accept(
    _ command: VoiceCommand, lifetime: Duration?, attempt: Int, topic: String,
    receivedAt: Timestamp, _ stamp: Stamp
  ) throws -> Int64 {
    try execute(
      """
      INSERT INTO commands (id, attempt, state, accepted, settled, order_name, sound_command, act,
        volume, expires_at, lifetime, priority, topic, received_at, delivered_at)
      VALUES (?, ?, 0, 1, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      command.id, attempt, command.order, command.soundCommand.text, command.act, command.volume,
      command.expiresAt?.milliseconds, lifetime?.milliseconds, command.priority.rawValue, topic,
      receivedAt.milliseconds, stamp.moment.milliseconds)
    let n = lastInsertedRow
    stamp.waiting += 1
    var times = Receipt.Times(received: receivedAt)
    times.delivered = stamp.moment
    let receipt = Receipt(
      .delivered, id: command.id, order: command.order, attempt: attempt, times: times)
    try add(receipt, about: n, stamp)
    return n
  }

  private mutating func refuse(
    _ refused: RejectedMessage, attempt: Int, _ arrival: Arrival, _ stamp: Stamp
  ) throws -> IntakeResult {
    try execute(
      """
      INSERT INTO commands (id, attempt, state, accepted, settled, order_name, sound_command, act,
        topic, payload, received_at)
      VALUES (?, ?, 2, 0, 0, ?, '', 0, ?, ?, ?)
      """, refused.id, attempt, refused.order, arrival.topic,
      Array(arrival.payload.prefix(RejectedMessage.payloadKept)), arrival.moment.wall.milliseconds)
    let n = lastInsertedRow
    var receipt = Receipt(
      .handled, id: refused.id, order: refused.order, attempt: attempt,
      times: Receipt.Times(received: arrival.moment.wall))
    receipt.outcome = refused.outcome
    receipt.reason = refused.reason
    try add(receipt, about: n, stamp)
    return IntakeResult(
      id: refused.id, attempt: attempt, action: .reject, reason: refused.reason)
  }

  private mutating func settleElsewhere(_ n: Int64, _ stamp: Stamp) throws {
    let rounds: Int = try first("SELECT rounds FROM commands WHERE n = ?", n)?[0] ?? 0
    var finished = Finished(n, .duplicate, reason: "spoken by another channel of the store")
    finished.rounds = rounds
    _ = try finish(finished, stamp)
  }

  /// How often an id has come, the last attempt at it that was accepted, and the one that settled it.
  mutating func history(
    of id: String
  ) throws -> (attempts: Int, accepted: Accepted?, settled: Accepted?) {
    let rows = try query(
      """
      SELECT n, attempt, state, settled, sound_command, order_name, act, accepted FROM commands
      WHERE id = ? ORDER BY attempt DESC
      """, id)
    let accepted = rows.first { row in row[7] }
    let settled = rows.last { row in row[3] }
    return (rows.first?[1] ?? 0, accepted.map { Accepted($0) }, settled.map { Accepted($0) })
  }
}
