import Database
import Wire

extension Journal {
  /// The receipts that the broker does not have, as far as is written down.
  ///
  /// - Parameters:
  ///   - seq: Only receipts after this number.
  ///   - limit: The most to return.
  /// - Returns: Numbers, kinds and JSON texts, in the order of the numbers.
  /// - Throws: `DatabaseError`.
  func unpublished(
    after seq: Int64, limit: Int
  ) throws -> [(seq: Int64, kind: Receipt.Kind, body: String)] {
    try reading { database in
      try database.query(
        """
        SELECT seq, kind, body FROM receipts WHERE published = 0 AND seq > ? ORDER BY seq LIMIT ?
        """, seq, limit
      ).map { row in
        let kind: String = row[1]
        return (row[0], Receipt.Kind(rawValue: kind) ?? .handled, row[2])
      }
    }
  }

  /// Writes down that the broker has receipts.
  ///
  /// - Parameter receipts: Their numbers.
  /// - Throws: `DatabaseError`.
  func markPublished(_ receipts: Set<Int64>) throws {
    try transaction { database, _ in
      for seq in receipts {
        try database.execute("UPDATE receipts SET published = 1 WHERE seq = ?", seq)
      }
    }
  }
}
