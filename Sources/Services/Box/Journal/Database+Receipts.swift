import Database
import Wire

extension Database {
  /// Puts a receipt into the outbox, under the next number.
  mutating func add(_ receipt: Receipt, about command: Int64, _ stamp: Stamp) throws {
    let stored = stamp.number(receipt.kind) { seq in
      receipt.json(from: stamp.issuer, seq: seq, at: stamp.moment)
    }
    try insert(stored, about: command)
    stamp.counts.count(receipt)
  }

  /// Puts the first receipts about a command into the outbox again, marked as repeated.
  mutating func repeatReceipts(
    about command: Int64, _ kinds: [Receipt.Kind], _ stamp: Stamp
  ) throws {
    for kind in kinds {
      let first = try first(
        "SELECT body FROM receipts WHERE command = ? AND kind = ? ORDER BY seq LIMIT 1",
        command, kind.rawValue)
      guard let body: String = first?[0],
        var object = try JSONReader.read(Array(body.utf8)).object
      else { preconditionFailure("a command without its \(kind.rawValue) receipt") }
      object["duplicate"] = .bool(true)
      let stored = stamp.number(kind) { seq in
        object["seq"] = .number(JSONNumber(seq))
        return .object(object)
      }
      try insert(stored, about: nil)
      stamp.counts.repeated += 1
    }
  }

  private mutating func insert(_ receipt: StoredReceipt, about command: Int64?) throws {
    try execute(
      "INSERT INTO receipts (seq, command, kind, body) VALUES (?, ?, ?, ?)",
      receipt.seq, command, receipt.kind.rawValue, receipt.body)
    if receipt.seq.isMultiple(of: 100) { try forget(before: receipt.seq - Journal.receiptsKept) }
  }

  /// Forgets old commands, and old receipts; but the first receipts of a command stay as long as the
  /// command does, since a copy of it must get them.
  private mutating func forget(before seq: Int64) throws {
    let newest: Int64 = try first("SELECT coalesce(max(n), 0) FROM commands")?[0] ?? 0
    let oldest = newest - Journal.commandsKept
    try execute("DELETE FROM commands WHERE n <= ? AND state = 2", oldest)
    try execute("DELETE FROM receipts WHERE command IS NULL AND seq <= ?", seq)
    try execute(
      """
      DELETE FROM receipts WHERE command <= ? AND seq <= ?
        AND NOT EXISTS (SELECT 1 FROM commands WHERE n = command)
      """, oldest, seq)
  }
}
