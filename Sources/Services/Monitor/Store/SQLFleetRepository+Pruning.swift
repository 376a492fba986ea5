import Database
import Wire

extension SQLFleetRepository where Tables: ~Copyable {
  /// The most rows of a table that one call takes out: others wait for it.
  private static var portion: Int { 2000 }

  func prune(receiptsBefore receipts: Timestamp, healthBefore health: Timestamp) throws -> Bool {
    try transact { tables in
      let before: [SQLValue] = [SQLValue(receipts), SQLValue(Self.portion)]
      var removed = [
        try tables.forgetReceipts(before: receipts, limit: Self.portion),
        try tables.rows(
          """
          DELETE FROM attempts WHERE (store, box, id, attempt) IN
            (SELECT store, box, id, attempt FROM attempts WHERE opened_at < $1
             ORDER BY opened_at LIMIT $2)
          RETURNING attempt
          """, before
        ).count,
      ]
      for sql: StaticString in [
        """
        DELETE FROM unreadable WHERE n IN
          (SELECT n FROM unreadable WHERE at < $1 ORDER BY at LIMIT $2) RETURNING n
        """,
        """
        DELETE FROM actions WHERE n IN
          (SELECT n FROM actions WHERE at < $1 ORDER BY at LIMIT $2) RETURNING n
        """,
        """
        DELETE FROM alarms WHERE n IN
          (SELECT n FROM alarms WHERE cleared_at < $1 ORDER BY n LIMIT $2) RETURNING n
        """,
        """
        DELETE FROM notices WHERE n IN
          (SELECT n FROM notices WHERE at < $1 ORDER BY at LIMIT $2) RETURNING n
        """,
      ] {
        removed.append(try tables.rows(sql, before).count)
      }
      removed.append(
        try tables.rows(
          """
          DELETE FROM healths WHERE (store, box, at) IN
            (SELECT store, box, at FROM healths WHERE at < $1 ORDER BY at LIMIT $2)
          RETURNING at
          """, [SQLValue(health), SQLValue(Self.portion)]
        ).count)
      removed.append(
        try tables.rows(
          """
          DELETE FROM states WHERE (store, box, at) IN
            (SELECT store, box, at FROM states WHERE at < $1 ORDER BY at LIMIT $2)
          RETURNING at
          """, before
        ).count)
      return removed.contains { $0 >= Self.portion }
    }
  }
}
