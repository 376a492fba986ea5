import Database
import Orders
import Wire

extension Journal {
  /// Stores what came, all in one transaction, each with the receipt that is due.
  ///
  /// - Parameter letters: What came, in its order.
  /// - Returns: What became of each.
  /// - Throws: `DatabaseError`; then nothing of it is stored.
  func take(_ letters: [Letter]) throws -> [Entry] {
    try transaction { database, stamp in
      try letters.map { try database.take($0, stamp) }
    }
  }
}

extension Database {
  fileprivate mutating func take(_ letter: Letter, _ stamp: Stamp) throws -> Entry {
    switch letter.content {
    case .draft(let draft):
      let command = draft.command(orElse: draft.id == nil ? try eventID(stamp) : "")
      return try take(command, letter.arrival, stamp)
    case .refused(let id, let refusal):
      let refused = Refused(id: id, order: id, rejection: .malformed, reason: "\(refusal)")
      return try refuse(refused, letter.arrival, stamp)
    }
  }

  /// The id of an event of its own: two equal payments are common, and both must be heard.
  ///
  /// A back end may have given the next such id to an order; that one is passed over.
  private mutating func eventID(_ stamp: Stamp) throws -> String {
    while true {
      let row = try query("UPDATE box SET events = events + 1 RETURNING events")
      let number: Int64 = row[0][0]
      let id = "\(stamp.issuer.session)-\(number)"
      if try nextAttempt(id) == 1 { return id }
    }
  }

  private mutating func take(
    _ command: VoiceCommand, _ arrival: Arrival, _ stamp: Stamp
  ) throws -> Entry {
    let substance = Substance(
      soundCommand: command.soundCommand.text, order: command.order, act: command.act)
    let accepted = try lastAccepted(command.id)
    let verdict = Verdict(
      on: substance, hasHandled: command.hasHandled, known: accepted?.known)
    switch (verdict, accepted) {
    case (.conflict, _):
      let refused = Refused(
        id: command.id, order: command.order, rejection: .conflict,
        reason: "id: accepted before with another content, which stands")
      return try refuse(refused, arrival, stamp)
    case (.repeatReceipts, let accepted?):
      try repeatReceipts(about: accepted.n, [.delivered, .handled])
      return accepted.entry(command.id, verdict)
    case (.repeatDelivered, let accepted?):
      try repeatReceipts(about: accepted.n, [.delivered])
      return accepted.entry(command.id, verdict)
    case (.cancel, let accepted?):
      try settleElsewhere(accepted.n, stamp)
      return accepted.entry(command.id, verdict)
    default:
      let (n, attempt) = try accept(command, arrival, stamp)
      if verdict == .settle { try settleElsewhere(n, stamp) }
      return Entry(id: command.id, attempt: attempt, verdict: verdict, reason: nil)
    }
  }

  private mutating func accept(
    _ command: VoiceCommand, _ arrival: Arrival, _ stamp: Stamp
  ) throws -> (n: Int64, attempt: Int) {
    let attempt = try nextAttempt(command.id)
    try execute(
      """
      INSERT INTO commands (id, attempt, state, accepted, settled, order_name, sound_command, act,
        volume, expires_at, topic, received_at, delivered_at)
      VALUES (?, ?, 0, 1, 0, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      command.id, attempt, command.order, command.soundCommand.text, command.act, command.volume,
      command.expiresAt?.milliseconds, arrival.topic, arrival.moment.milliseconds,
      stamp.moment.milliseconds)
    let n = lastInsertedRow
    var times = Receipt.Times(received: arrival.moment)
    times.delivered = stamp.moment
    let receipt = Receipt(
      .delivered, id: command.id, order: command.order, attempt: attempt, times: times)
    try add(receipt, about: n, stamp)
    return (n, attempt)
  }

  private mutating func refuse(
    _ refused: Refused, _ arrival: Arrival, _ stamp: Stamp
  ) throws -> Entry {
    let attempt = try nextAttempt(refused.id)
    try execute(
      """
      INSERT INTO commands (id, attempt, state, accepted, settled, order_name, sound_command, act,
        topic, payload, received_at)
      VALUES (?, ?, 2, 0, 0, ?, '', 0, ?, ?, ?)
      """, refused.id, attempt, refused.order, arrival.topic,
      Array(arrival.payload.prefix(Refused.payloadKept)), arrival.moment.milliseconds)
    let n = lastInsertedRow
    var receipt = Receipt(
      .handled, id: refused.id, order: refused.order, attempt: attempt,
      times: Receipt.Times(received: arrival.moment))
    receipt.outcome = .rejected(refused.rejection)
    receipt.reason = refused.reason
    try add(receipt, about: n, stamp)
    return Entry(
      id: refused.id, attempt: attempt,
      verdict: refused.rejection == .conflict ? .conflict : .reject, reason: refused.reason)
  }

  private mutating func settleElsewhere(_ n: Int64, _ stamp: Stamp) throws {
    guard let command = try command(n) else { return }
    try finish(
      Finished(command, .duplicate, reason: "spoken by another channel of the store"), stamp)
  }

  private mutating func nextAttempt(_ id: String) throws -> Int {
    try first("SELECT coalesce(max(attempt), 0) + 1 FROM commands WHERE id = ?", id)?[0] ?? 1
  }

  private mutating func lastAccepted(_ id: String) throws -> Accepted? {
    let row = try first(
      """
      SELECT n, attempt, state, settled, sound_command, order_name, act FROM commands
      WHERE id = ? AND accepted = 1 ORDER BY attempt DESC LIMIT 1
      """, id)
    return row.map { Accepted($0) }
  }
}
