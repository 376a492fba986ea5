import Database
import Wire

/// What operators did.
extension SQLFleetRepository where Tables: ~Copyable {
  func begin(_ action: Action) throws -> Int64 {
    let answer = try transact { tables in
      try tables.rows(
        """
        INSERT INTO actions (at, who, origin, store, box, verb, body)
        VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING n
        """,
        [
          SQLValue(action.at), .text(action.who), .text(action.origin), .text(action.store),
          .text(action.box), .text(action.verb), .text(action.body),
        ])
    }
    var reader = RowReader(answer[0])
    return reader.number() ?? 0
  }

  func end(_ n: Int64, result: String, at moment: Timestamp) throws {
    _ = try transact { tables in
      try tables.rows(
        "UPDATE actions SET result = $1, answered_at = $2 WHERE n = $3",
        [.text(result), SQLValue(moment), SQLValue(n)])
    }
  }

  func actions(on box: BoxName?, limit: Int) throws -> [Action] {
    let found =
      if let box {
        try rows(
          """
          SELECT n, at, who, origin, store, box, verb, body, result, answered_at FROM actions
          WHERE store = $1 AND (box = $2 OR box = '') ORDER BY n DESC LIMIT $3
          """, box.values + [SQLValue(limit)])
      } else {
        try rows(
          """
          SELECT n, at, who, origin, store, box, verb, body, result, answered_at FROM actions
          ORDER BY n DESC LIMIT $1
          """, [SQLValue(limit)])
      }
    return found.compactMap { row in
      var reader = RowReader(row)
      guard let n = reader.number(), let at = reader.moment() else { return nil }
      return Action(
        n: n, at: at, who: reader.text() ?? "", origin: reader.text() ?? "",
        store: reader.text() ?? "", box: reader.text() ?? "", verb: reader.text() ?? "",
        body: reader.text() ?? "", result: reader.text(), answeredAt: reader.moment())
    }
  }
}
