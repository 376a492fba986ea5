import SQL
import Wire

/// What operators did.
extension SQLFleetRepository where Database: ~Copyable {
  func begin(_ action: Action) throws -> Int64 {
    let answer = try database.transaction { database in
      try database.query(
        """
        INSERT INTO actions (at, who, origin, store, box, verb, body)
        VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING n
        """,
        [
          SQLValue(action.at), .text(action.who), .text(action.origin), .text(action.store),
          .text(action.box), .text(action.verb), .text(action.body),
        ])
    }
    return answer[0][0]
  }

  func end(_ n: Int64, result: String, at moment: Timestamp) throws {
    _ = try database.transaction { database in
      try database.query(
        "UPDATE actions SET result = $1, answered_at = $2 WHERE n = $3",
        [.text(result), SQLValue(moment), SQLValue(n)])
    }
  }

  func actions(on box: BoxName?, limit: Int) throws -> [Action] {
    let found =
      if let box {
        try database.query(
          """
          SELECT n, at, who, origin, store, box, verb, body, result, answered_at FROM actions
          WHERE store = $1 AND (box = $2 OR box = '') ORDER BY n DESC LIMIT $3
          """, box.values + [SQLValue(limit)])
      } else {
        try database.query(
          """
          SELECT n, at, who, origin, store, box, verb, body, result, answered_at FROM actions
          ORDER BY n DESC LIMIT $1
          """, [SQLValue(limit)])
      }
    return found.compactMap { row in
      var reader = RowReader(row)
      guard let n: Int64 = reader.next(), let at: Timestamp = reader.next() else { return nil }
      return Action(
        n: n, at: at, who: reader.next() ?? "", origin: reader.next() ?? "",
        store: reader.next() ?? "", box: reader.next() ?? "", verb: reader.next() ?? "",
        body: reader.next() ?? "", result: reader.next(), answeredAt: reader.next())
    }
  }
}
