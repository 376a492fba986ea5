import Database
import Wire

/// What operators did, and what they were alarmed about.
extension FleetStore where Tables: ~Copyable {
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

  func raise(_ alarm: Alarm) throws -> Int64 {
    let answer = try transact { tables in
      try tables.rows(
        """
        INSERT INTO alarms (name, subject, raised_at, text) VALUES ($1, $2, $3, $4) RETURNING n
        """, [.text(alarm.name), .text(alarm.subject), SQLValue(alarm.raisedAt), .text(alarm.text)])
    }
    var reader = RowReader(answer[0])
    return reader.number() ?? 0
  }

  func clear(_ n: Int64, at moment: Timestamp) throws {
    _ = try transact { tables in
      try tables.rows(
        "UPDATE alarms SET cleared_at = $1 WHERE n = $2", [SQLValue(moment), SQLValue(n)])
    }
  }

  func alarms(limit: Int) throws -> [Alarm] {
    let open = try rows(
      """
      SELECT n, name, subject, raised_at, cleared_at, text FROM alarms
      WHERE cleared_at IS NULL ORDER BY n DESC LIMIT 10000
      """)
    let over = try rows(
      """
      SELECT n, name, subject, raised_at, cleared_at, text FROM alarms
      WHERE cleared_at IS NOT NULL ORDER BY n DESC LIMIT $1
      """, [SQLValue(limit)])
    return (open + over).compactMap { row in
      var reader = RowReader(row)
      guard let n = reader.number(), let name = reader.text(), let subject = reader.text(),
        let raisedAt = reader.moment()
      else { return nil }
      return Alarm(
        n: n, name: name, subject: subject, raisedAt: raisedAt, clearedAt: reader.moment(),
        text: reader.text() ?? "")
    }
  }
}
