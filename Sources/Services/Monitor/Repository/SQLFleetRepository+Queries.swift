import SQL
import Wire

/// What the page asks.
extension SQLFleetRepository where Database: ~Copyable {
  func attempts(called name: String, limit: Int) throws -> [Attempt] {
    try database.query(
      """
      SELECT * FROM attempts WHERE id = $1 UNION SELECT * FROM attempts WHERE order_id = $1
      ORDER BY opened_at DESC, store, box LIMIT $2
      """, [.text(name), SQLValue(limit)]
    ).compactMap { Attempt($0) }
  }

  func attempts(of box: BoxName?, before: Timestamp, limit: Int) throws -> [Attempt] {
    if let box {
      return try database.query(
        """
        SELECT * FROM attempts WHERE store = $1 AND box = $2 AND opened_at < $3
        ORDER BY opened_at DESC LIMIT $4
        """, box.values + [SQLValue(before), SQLValue(limit)]
      ).compactMap { Attempt($0) }
    }
    return try database.query(
      "SELECT * FROM attempts WHERE opened_at < $1 ORDER BY opened_at DESC LIMIT $2",
      [SQLValue(before), SQLValue(limit)]
    ).compactMap { Attempt($0) }
  }

  func attempts(
    of box: BoxName?, being outcome: OrderOutcome, before: Timestamp, limit: Int
  ) throws -> [Attempt] {
    let end = [SQLValue(before), SQLValue(limit)]
    let found =
      switch (box, outcome) {
      case (let box?, .waiting):
        try database.query(
          """
          SELECT * FROM attempts
          WHERE store = $1 AND box = $2 AND handled_at IS NULL AND opened_at < $3
          ORDER BY opened_at DESC LIMIT $4
          """, box.values + end)
      case (let box?, .ended(let name)):
        try database.query(
          """
          SELECT * FROM attempts WHERE store = $1 AND box = $2 AND outcome = $3 AND opened_at < $4
          ORDER BY opened_at DESC LIMIT $5
          """, box.values + [.text(name)] + end)
      case (nil, .waiting):
        try database.query(
          """
          SELECT * FROM attempts WHERE handled_at IS NULL AND opened_at < $1
          ORDER BY opened_at DESC LIMIT $2
          """, end)
      case (nil, .ended("played")):
        // So many are played that the newest of all are looked through soonest.
        try database.query(
          """
          SELECT * FROM attempts WHERE outcome = 'played' AND opened_at < $1
          ORDER BY opened_at DESC LIMIT $2
          """, end)
      case (nil, .ended(let name)):
        // The words of the index stand here, or it would not be used.
        try database.query(
          """
          SELECT * FROM attempts
          WHERE outcome = $1 AND outcome <> 'played' AND opened_at < $2
          ORDER BY opened_at DESC LIMIT $3
          """, [.text(name)] + end)
      }
    return found.compactMap { Attempt($0) }
  }

  func failures(since: Timestamp, limit: Int) throws -> [Attempt] {
    try database.query(
      """
      SELECT * FROM attempts
      WHERE is_failure = 1 AND handled_at >= $1
      ORDER BY handled_at DESC LIMIT $2
      """, [SQLValue(since), SQLValue(limit)]
    ).compactMap { Attempt($0) }
  }

  func failureGroups(since: Timestamp) throws -> [FailureGroup] {
    try database.query(
      """
      SELECT outcome, code, max(settles_id), coalesce(reason, ''), count(*), max(handled_at)
      FROM attempts
      WHERE is_failure = 1 AND handled_at >= $1
      GROUP BY outcome, code, coalesce(reason, '') ORDER BY count(*) DESC LIMIT 100
      """, [SQLValue(since)]
    ).compactMap { row in
      var reader = RowReader(row)
      let (name, code): (String?, Int?) = (reader.next(), reader.next())
      guard let outcome = Outcome(name, code, settlesID: reader.flag()) else { return nil }
      return FailureGroup(
        outcome: outcome, reason: reader.next() ?? "", count: reader.count(),
        last: reader.next() ?? since)
    }
  }

  func unanswered(_ silence: UnansweredCriteria, limit: Int) throws -> [Attempt] {
    try database.query(
      """
      SELECT * FROM open_attempts
      WHERE opened_at >= $1 AND last_word >= $2 AND last_word < $3 AND held_until <= $4
      ORDER BY opened_at LIMIT $5
      """, silence.values + [SQLValue(limit)]
    ).compactMap { Attempt($0) }
  }

  func unansweredCount(_ silence: UnansweredCriteria) throws -> Int {
    // So many are counted as take a few hundredths of a second.
    let answer = try database.query(
      """
      SELECT count(*) FROM
        (SELECT 1 FROM open_attempts
         WHERE opened_at >= $1 AND last_word >= $2 AND last_word < $3 AND held_until <= $4
         LIMIT 10000) AS unanswered
      """, silence.values)
    return answer[0][0]
  }

  func outcomes(of box: BoxName, since: Timestamp) throws -> [OutcomeCount] {
    try database.query(
      """
      SELECT outcome, count(*), max(is_failure) FROM attempts
      WHERE store = $1 AND box = $2 AND opened_at >= $3 GROUP BY outcome
      """, box.values + [SQLValue(since)]
    ).map { row in
      OutcomeCount(name: row[0], count: row[1], isFailure: row[2])
    }.sorted { $0.name ?? "" < $1.name ?? "" }
  }

  func receipts(of event: EventID, limit: Int) throws -> [LoggedReceipt] {
    try database.query(
      """
      SELECT n, received_at, store, box, source, id, attempt, kind, seq, session, written_at,
        outcome, code, mark, is_duplicate
      FROM receipts WHERE id = $1 AND source = $2 ORDER BY n LIMIT $3
      """, [.text(event.id), .text(event.storedSource), SQLValue(limit)]
    ).compactMap { LoggedReceipt($0) }
  }

  func receipts(after n: Int64, limit: Int) throws -> [LoggedReceipt] {
    try database.query(
      """
      SELECT n, received_at, store, box, source, id, attempt, kind, seq, session, written_at,
        outcome, code, mark, is_duplicate
      FROM receipts WHERE n > $1 ORDER BY n LIMIT $2
      """, [SQLValue(n), SQLValue(limit)]
    ).compactMap { LoggedReceipt($0) }
  }

  func states(of box: BoxName, since: Timestamp) throws -> [StateChange] {
    let before = try database.query(
      """
      SELECT at, state, session FROM states WHERE store = $1 AND box = $2 AND at < $3
      ORDER BY at DESC LIMIT 1
      """, box.values + [SQLValue(since)])
    let after = try database.query(
      """
      SELECT at, state, session FROM states WHERE store = $1 AND box = $2 AND at >= $3
      ORDER BY at LIMIT 2000
      """, box.values + [SQLValue(since)])
    return (before + after).compactMap { row in
      var reader = RowReader(row)
      guard let at: Timestamp = reader.next(), let state: BoxState = reader.next() else {
        return nil
      }
      return StateChange(at: at, state: state, connectionNumber: reader.next() ?? 0)
    }
  }

  func healths(of box: BoxName, since: Timestamp) throws -> [HealthPoint] {
    try database.query(
      """
      SELECT at, queue, ringing, volume, audio, xruns, reconnects, memory, unpublished,
        clock_synced
      FROM healths WHERE store = $1 AND box = $2 AND at >= $3 ORDER BY at LIMIT 5000
      """, box.values + [SQLValue(since)]
    ).compactMap { row in
      var reader = RowReader(row)
      guard let at: Timestamp = reader.next() else { return nil }
      return HealthPoint(
        at: at, queue: reader.count(), ringing: reader.count(), volume: reader.count(),
        audio: reader.next() ?? "", xruns: reader.count(), reconnects: reader.count(),
        memory: reader.next() ?? 0, unpublished: reader.count(), clockIsSynced: reader.flag())
    }
  }

  func unreadable(limit: Int) throws -> [UnreadableMessage] {
    try database.query(
      "SELECT at, topic, reason, payload FROM unreadable ORDER BY n DESC LIMIT $1",
      [SQLValue(limit)]
    ).compactMap { row in
      var reader = RowReader(row)
      guard let at: Timestamp = reader.next(), let topic: String = reader.next(),
        let reason: String = reader.next()
      else { return nil }
      return UnreadableMessage(at: at, topic: topic, reason: reason, payload: reader.next() ?? [])
    }
  }
}

extension LoggedReceipt {
  fileprivate init?(_ row: Row) {
    var reader = RowReader(row)
    guard let n: Int64 = reader.next(), let receivedAt: Timestamp = reader.next(),
      let box = reader.box(), let source: String = reader.next(), let id: String = reader.next()
    else { return nil }
    self.n = n
    self.receivedAt = receivedAt
    self.box = box
    event = EventID(storedSource: source, id: id)
    attempt = reader.count()
    kind = reader.next() ?? ""
    seq = reader.next() ?? 0
    connectionNumber = reader.next() ?? 0
    writtenAt = reader.next() ?? receivedAt
    outcome = reader.next()
    code = reader.next()
    mark = reader.next() ?? ""
    isDuplicate = reader.flag()
  }
}

extension UnansweredCriteria {
  /// What orders are compared with: when they may have begun, and between which moments the last word was.
  var values: [SQLValue] {
    [SQLValue(opened), SQLValue(from), SQLValue(before), SQLValue(moment)]
  }
}
