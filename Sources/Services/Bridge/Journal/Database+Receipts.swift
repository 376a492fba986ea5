import Database
import Wire

extension Database {
  /// Puts a receipt into the outbox, under the next number.
  mutating func add(_ receipt: Receipt, about command: Int64, _ stamp: Stamp) throws {
    let seq = try nextSeq()
    let body = receipt.json(from: stamp.issuer, seq: seq, at: stamp.moment).encoded
    try execute(
      "INSERT INTO receipts (seq, command, kind, body) VALUES (?, ?, ?, ?)",
      seq, command, receipt.kind.rawValue, body)
    if seq.isMultiple(of: 100) { try forgetOldReceipts(before: seq - Journal.receiptsKept) }
  }

  /// Puts the first receipts about a command into the outbox again, marked as repeated.
  mutating func repeatReceipts(about command: Int64, _ kinds: [Receipt.Kind]) throws {
    for kind in kinds {
      let first = try first(
        "SELECT body FROM receipts WHERE command = ? AND kind = ? ORDER BY seq LIMIT 1",
        command, kind.rawValue)
      guard let body: String = first?[0],
        var object = try JSONReader.read(Array(body.utf8)).object
      else { continue }
      let seq = try nextSeq()
      object["seq"] = .number(JSONNumber(seq))
      object["duplicate"] = .bool(true)
      try execute(
        "INSERT INTO receipts (seq, command, kind, body) VALUES (?, ?, ?, ?)",
        seq, command, kind.rawValue, JSON.object(object).encoded)
    }
  }

  private mutating func nextSeq() throws -> Int64 {
    try first("SELECT coalesce(max(seq), 0) + 1 FROM receipts")?[0] ?? 1
  }

  private mutating func forgetOldReceipts(before seq: Int64) throws {
    try execute("DELETE FROM receipts WHERE seq <= ?", seq)
  }
}
