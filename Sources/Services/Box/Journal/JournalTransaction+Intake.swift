import Database
import SQL
import Orders
import Wire

/// Taking in what the broker brings.
extension JournalTransaction {
  /// Stores what a message says, with the receipts that are due.
  mutating func take(_ message: ParsedMessage) throws -> [IntakeResult] {
    switch message.content {
    case .translated(let translation):
      var results: [IntakeResult] = []
      if let order = translation.acknowledges {
        results.append(try takeAcknowledgement(of: order, by: "a message on \(message.topic)"))
      }
      if var command = translation.command {
        if command.id.isEmpty { command.id = try newID() }
        results.append(try take(command, lifetime: translation.lifetime, message))
      }
      return results
    case .refused(let id, let refusal):
      let rejection = Rejection(.rejectedMalformed, id: id, order: id, reason: "\(refusal)")
      let attempt = try history(of: id).attempts + 1
      return [try reject(rejection, attempt: attempt, message)]
    }
  }

  private mutating func takeAcknowledgement(of order: String, by: String) throws -> IntakeResult {
    let found = try acknowledge(order, by: by)
    var result = IntakeResult(id: order, action: .acknowledge, reason: by)
    if case .ended = found { result.event = .queue(.acknowledged(order: order, by: by)) }
    return result
  }

  private mutating func take(
    _ command: VoiceCommand, lifetime: Duration?, _ message: ParsedMessage
  ) throws -> IntakeResult {
    let history = try history(of: command.id)
    // A replay that waits, or that was not heard, changes nothing about what was settled before it.
    let existing = history.settled ?? history.accepted
    let decision = DuplicateDecision(
      on: command.fingerprint, hasHandled: command.hasHandled, known: existing?.known)
    let attempt = history.attempts + 1
    switch (decision, existing) {
    case (.conflict, _):
      let rejection = Rejection(
        .rejectedConflict, id: command.id, order: command.order,
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
        event: .queue(.withdrawn(.journal(existing.n))))
    default:
      if decision == .accept, state.waiting >= queueLimit {
        let rejection = Rejection(
          .rejectedQueueFull, id: command.id, order: command.order,
          reason: "queue full: \(queueLimit) commands wait already")
        return try reject(rejection, attempt: attempt, message)
      }
      let n = try accept(
        command, lifetime: lifetime, attempt: attempt, topic: message.topic,
        receivedAt: message.moment.wall)
      var result = IntakeResult(id: command.id, attempt: attempt, action: .command(decision))
      if decision == .settle { try settleElsewhere(n) }
      result.event = .accepted(upTo: n, since: message.moment.uptime)
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
      if try history(of: id).attempts == 0 { return id }
    }
  }

  /// Stores a command, which waits from now on, with its `delivered` receipt.
  mutating func accept(
    _ command: VoiceCommand, lifetime: Duration?, attempt: Int, topic: String,
    receivedAt: Timestamp
  ) throws -> Int64 {
    try database.execute(
      """
      INSERT INTO commands (id, attempt, state, accepted, settled, order_name, sound_command, act,
        volume, expires_at, lifetime, priority, topic, received_at, delivered_at, content)
      VALUES (?, ?, 0, 1, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      command.id, attempt, command.order, command.soundCommand.text, command.act, command.volume,
      command.expiresAt?.milliseconds, lifetime?.milliseconds, command.priority.rawValue, topic,
      receivedAt.milliseconds, moment.milliseconds, command.furtherContent)
    let n = database.lastInsertedRow
    state.waiting += 1
    var times = Receipt.Times(received: receivedAt)
    times.delivered = moment
    let receipt = Receipt(
      .delivered, id: command.id, order: command.order, attempt: attempt, times: times)
    try issue(receipt, about: n)
    return n
  }

  private mutating func reject(
    _ rejection: Rejection, attempt: Int, _ message: ParsedMessage
  ) throws -> IntakeResult {
    try database.execute(
      """
      INSERT INTO commands (id, attempt, state, accepted, settled, order_name, sound_command, act,
        topic, payload, received_at)
      VALUES (?, ?, 2, 0, 0, ?, '', 0, ?, ?, ?)
      """, rejection.id, attempt, rejection.order, message.topic,
      Array(message.payload.prefix(Rejection.payloadKept)), message.moment.wall.milliseconds)
    let n = database.lastInsertedRow
    var receipt = Receipt(
      .handled, id: rejection.id, order: rejection.order, attempt: attempt,
      times: Receipt.Times(received: message.moment.wall))
    receipt.outcome = rejection.outcome
    receipt.reason = rejection.reason
    try issue(receipt, about: n)
    return IntakeResult(
      id: rejection.id, attempt: attempt, action: .reject, reason: rejection.reason)
  }

  private mutating func settleElsewhere(_ n: Int64) throws {
    var resolution = Resolution(.duplicate, reason: "spoken by another channel of the store")
    resolution.rounds = try database.first("SELECT rounds FROM commands WHERE n = ?", n)?[0] ?? 0
    _ = try settle(n, resolution)
  }
}

/// Why a message is not accepted.
private struct Rejection {
  /// How much of the message is stored, in bytes: the journal must not grow with what is rejected.
  static let payloadKept = 1024
  /// The longest reason, in Unicode scalars; it quotes the message.
  private static let longestReason = 500

  let outcome: Outcome
  let id: String
  let order: String
  let reason: String

  init(_ outcome: Outcome, id: String, order: String, reason: String) {
    self.outcome = outcome
    self.id = id
    self.order = order
    let scalars = reason.unicodeScalars
    let isLong = scalars.dropFirst(Self.longestReason).first != nil
    self.reason = isLong ? String(scalars.prefix(Self.longestReason)) + "…" : reason
  }
}

extension VoiceCommand {
  /// The members that have no column of their own, such as `aps.alert` and unknown ones, as JSON;
  /// `nil` if there are none.
  ///
  /// The whole text would write 8 % more bytes an order, and flash memory wears out.
  fileprivate var furtherContent: String? {
    guard var object = json.object else { return nil }
    var aps = object["aps"]?.object ?? [:]
    for key in ["mutable-content", "soundCommand"] { aps[key] = nil }
    object["aps"] = aps.members.isEmpty ? nil : .object(aps)
    for key in ["id", "order", "act", "expiresAt", "priority", "volume", "hasHandled"] {
      object[key] = nil
    }
    return object.members.isEmpty ? nil : JSON.object(object).encoded
  }
}
