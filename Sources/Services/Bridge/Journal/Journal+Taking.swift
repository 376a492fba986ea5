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
      let attempt = try history(of: id).attempts + 1
      return try refuse(refused, attempt: attempt, letter.arrival, stamp)
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
      if try history(of: id).attempts == 0 { return id }
    }
  }

  private mutating func take(
    _ command: VoiceCommand, _ arrival: Arrival, _ stamp: Stamp
  ) throws -> Entry {
    let substance = Substance(
      soundCommand: command.soundCommand.text, order: command.order, act: command.act)
    let history = try history(of: command.id)
    let accepted = history.accepted
    let verdict = Verdict(
      on: substance, hasHandled: command.hasHandled, known: accepted?.known)
    switch (verdict, accepted) {
    case (.conflict, _):
      let refused = Refused(
        id: command.id, order: command.order, rejection: .conflict,
        reason: "id: accepted before with another content, which stands")
      return try refuse(refused, attempt: history.attempts + 1, arrival, stamp)
    case (.repeatReceipts, let accepted?):
      try repeatReceipts(about: accepted.n, [.delivered, .handled], stamp)
      return accepted.entry(command.id, verdict)
    case (.repeatDelivered, let accepted?):
      try repeatReceipts(about: accepted.n, [.delivered], stamp)
      return accepted.entry(command.id, verdict)
    case (.cancel, let accepted?):
      try settleElsewhere(accepted.n, stamp)
      return accepted.entry(command.id, verdict)
    default:
      let attempt = history.attempts + 1
      let n = try accept(command, attempt: attempt, arrival, stamp)
      if verdict == .settle { try settleElsewhere(n, stamp) }
      return Entry(id: command.id, attempt: attempt, verdict: verdict, reason: nil)
    }
  }

  private mutating func accept(
    _ command: VoiceCommand, attempt: Int, _ arrival: Arrival, _ stamp: Stamp
  ) throws -> Int64 {
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
    return n
  }

  private mutating func refuse(
    _ refused: Refused, attempt: Int, _ arrival: Arrival, _ stamp: Stamp
  ) throws -> Entry {
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

  /// How often an id has come, and the last attempt at it that was accepted.
  private mutating func history(of id: String) throws -> (attempts: Int, accepted: Accepted?) {
    let rows = try query(
      """
      SELECT n, attempt, state, settled, sound_command, order_name, act, accepted FROM commands
      WHERE id = ? ORDER BY attempt DESC
      """, id)
    let accepted = rows.first { row in row[7] }
    return (rows.first?[1] ?? 0, accepted.map { Accepted($0) })
  }
}
