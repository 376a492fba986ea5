import Database
import SQL
import Wire

/// One transaction of the journal: the database, which it is lent, and what its receipts carry.
///
/// Its extensions say what can be done within one: take messages in, announce, settle, and answer
/// requests. Either all of it is on the disk at the end, or nothing.
struct JournalTransaction: ~Copyable {
  var database: Database
  /// Who issues the receipts.
  var issuer: Issuer
  /// When it takes place, by the wall clock.
  let moment: Timestamp
  /// The most commands that may wait.
  let queueLimit: Int
  /// What the journal takes over once the transaction is on the disk.
  var state: State

  /// What the journal knows without reading the file, and what is new.
  struct State: Sendable {
    /// The number of the next receipt.
    var nextSeq: Int64
    /// How many commands wait or are being spoken.
    var waiting: Int
    /// How many acknowledgements and cancellations wait for their order.
    var early: Int
    /// The cursor of each consumer.
    var cursors: [JournalConsumer: Int64]
    /// The receipts that were issued, in the order of their numbers.
    var receipts: [StoredReceipt] = []
    /// What these say, counted.
    var counts = ReceiptCounts()
  }

  /// Puts a receipt about a command into the outbox, under the next number.
  mutating func issue(_ receipt: Receipt, about command: Int64) throws {
    try insert(
      receipt.kind, receipt.json(from: issuer, seq: state.nextSeq, at: moment), about: command)
    state.counts.count(receipt)
  }

  /// Puts the first receipts of these kinds about a command into the outbox again, marked as repeated.
  mutating func repeatReceipts(about command: Int64, _ kinds: [Receipt.Kind]) throws {
    for kind in kinds {
      let first = try database.first(
        "SELECT body FROM receipts WHERE command = ? AND kind = ? ORDER BY seq LIMIT 1",
        command, kind.rawValue)
      guard let body: String = first?[0],
        var object = try JSONReader.read(Array(body.utf8)).object
      else { preconditionFailure("a command without its \(kind.rawValue) receipt") }
      object["duplicate"] = .bool(true)
      object["seq"] = .number(JSONNumber(state.nextSeq))
      try insert(kind, .object(object), about: nil)
      state.counts.repeated += 1
    }
  }

  /// Stores a receipt that carries the next number; `command` is `nil` if it repeats another one.
  private mutating func insert(_ kind: Receipt.Kind, _ body: JSON, about command: Int64?) throws {
    let receipt = StoredReceipt(seq: state.nextSeq, kind: kind, body: body.encoded)
    try database.execute(
      "INSERT INTO receipts (seq, command, kind, body) VALUES (?, ?, ?, ?)",
      receipt.seq, command, kind.rawValue, receipt.body)
    state.receipts.append(receipt)
    state.nextSeq += 1
    if receipt.seq.isMultiple(of: 100) {
      try deleteOld(receiptsBefore: receipt.seq - Journal.receiptsKept)
    }
  }

  /// Deletes old commands and old receipts.
  ///
  /// An accepted command stays until all consumers have had it, but only among twice
  /// ``Journal/commandsKept``: a consumer that is gone for good must not fill the disk. The first
  /// receipts of a command stay as long as the command does, since a copy of it must get them.
  private mutating func deleteOld(receiptsBefore seq: Int64) throws {
    let newest: Int64 = try database.first("SELECT coalesce(max(n), 0) FROM commands")?[0] ?? 0
    for (consumer, cursor) in state.cursors {
      try database.execute(
        "UPDATE consumers SET cursor = ? WHERE name = ?", cursor, consumer.rawValue)
    }
    let oldest = newest - Journal.commandsKept
    try database.execute(
      """
      DELETE FROM commands WHERE n <= ? AND state = 2
        AND (accepted = 0 OR n <= (SELECT min(cursor) FROM consumers) OR n <= ?)
      """, oldest, oldest - Journal.commandsKept)
    state.early -= try database.execute("DELETE FROM early WHERE command <= ?", oldest)
    try database.execute("DELETE FROM receipts WHERE command IS NULL AND seq <= ?", seq)
    try database.execute(
      """
      DELETE FROM receipts WHERE command <= ? AND seq <= ?
        AND NOT EXISTS (SELECT 1 FROM commands WHERE n = command)
      """, oldest, seq)
  }
}

extension JournalTransaction {
  /// The command with this number, if there is one.
  mutating func command(_ n: Int64) throws -> StoredCommand? {
    try StoredCommand.read(n...n, from: &database).first
  }

  /// What the journal knows of an event.
  mutating func history(of event: EventID) throws -> CommandHistory {
    let rows = try database.query(
      """
      SELECT n, attempt, state, settled, sound_command, order_name, act, accepted, topic
      FROM commands WHERE id = ? AND source = ? ORDER BY attempt DESC
      """, event.id, event.sourceColumn)
    return CommandHistory(
      attempts: rows.first?[1] ?? 0,
      accepted: rows.first { row in row[7] }.map { CommandHistory.Attempt($0) },
      settled: rows.last { row in row[3] }.map { CommandHistory.Attempt($0) })
  }
}

/// What the journal knows of an id.
struct CommandHistory {
  /// An accepted attempt at the id.
  struct Attempt {
    let n: Int64
    let attempt: Int
    let known: ExistingAttempt
    /// The topic of its message.
    let topic: String

    /// Reads `n, attempt, state, settled, sound_command, order_name, act, accepted, topic`.
    init(_ row: Row) {
      n = row[0]
      attempt = row[1]
      topic = row[8]
      let stage: ExistingAttempt.Stage =
        switch JournalSchema.State(rawValue: row[2]) {
        case .waiting: .waiting
        case .started, .summarized: .started
        case .handled, nil: .handled(settlesID: row[3])
        }
      known = ExistingAttempt(
        fingerprint: CommandFingerprint(soundCommand: row[4], order: row[5], act: row[6]),
        stage: stage)
    }
  }

  /// How many attempts at the id there were.
  let attempts: Int
  /// The last attempt that was accepted.
  let accepted: Attempt?
  /// The attempt that settled the id for good.
  let settled: Attempt?
}
