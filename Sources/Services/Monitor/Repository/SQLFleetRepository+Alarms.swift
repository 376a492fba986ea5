public import SQL
import Wire

/// What there was alarm about, and who is still to be told.
extension SQLFleetRepository where Database: ~Copyable {
  func raise(_ alarm: Alarm, notifying channels: [String]) throws {
    try database.transaction { database in
      try database.query(
        """
        INSERT INTO alarms (name, subject, raised_at, text, severity, told)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (raised_at, name, subject) DO NOTHING
        """,
        [
          .text(alarm.name), .text(alarm.subject), SQLValue(alarm.raisedAt), .text(alarm.text),
          .text(alarm.severity), SQLValue(alarm.isNotified),
        ])
      try Self.note(alarm, .raised, channels, at: alarm.raisedAt, in: &database)
    }
  }

  func notify(of alarm: Alarm, on channels: [String]) throws {
    try database.transaction { database in
      try database.query(
        "UPDATE alarms SET told = 1 WHERE raised_at = $1 AND name = $2 AND subject = $3",
        [SQLValue(alarm.raisedAt), .text(alarm.name), .text(alarm.subject)])
      try Self.note(alarm, .raised, channels, at: alarm.raisedAt, in: &database)
    }
  }

  func clear(_ alarm: Alarm, notifying channels: [String]) throws {
    try database.transaction { database in
      try database.query(
        """
        UPDATE alarms SET cleared_at = $1 WHERE raised_at = $2 AND name = $3 AND subject = $4
        """,
        [
          SQLValue(alarm.clearedAt), SQLValue(alarm.raisedAt), .text(alarm.name),
          .text(alarm.subject),
        ])
      try Self.note(
        alarm, .cleared, channels, at: alarm.clearedAt ?? alarm.raisedAt, in: &database)
    }
  }

  private static func note(
    _ alarm: Alarm, _ event: AlarmNotice.Event, _ channels: [String], at moment: Timestamp,
    in database: inout Database
  ) throws {
    let bindings = channels.map { channel -> [SQLValue] in
      [
        .text(channel), .text(event.rawValue), SQLValue(moment), SQLValue(alarm.raisedAt),
        .text(alarm.name), .text(alarm.subject),
      ]
    }
    guard !bindings.isEmpty else { return }
    try database.queryEach(
      """
      INSERT INTO notices (alarm, channel, event, at)
      SELECT n, $1, $2, $3 FROM alarms WHERE raised_at = $4 AND name = $5 AND subject = $6
      ON CONFLICT (alarm, channel, event) DO NOTHING
      """, bindings)
  }

  func alarms(limit: Int) throws -> [Alarm] {
    let open = try database.query(
      """
      SELECT n, name, subject, raised_at, cleared_at, text, severity, told FROM alarms
      WHERE cleared_at IS NULL ORDER BY n DESC LIMIT 10000
      """)
    let over = try database.query(
      """
      SELECT n, name, subject, raised_at, cleared_at, text, severity, told FROM alarms
      WHERE cleared_at IS NOT NULL ORDER BY n DESC LIMIT $1
      """, [SQLValue(limit)])
    return (open + over).compactMap { row in
      var reader = RowReader(row)
      return Alarm(&reader)
    }
  }

  func notices(on channel: String, limit: Int) throws -> [LoggedNotice] {
    try database.query(
      """
      SELECT notices.n, notices.event, alarms.n, alarms.name, alarms.subject, alarms.raised_at,
        alarms.cleared_at, alarms.text, alarms.severity, alarms.told
      FROM notices JOIN alarms ON alarms.n = notices.alarm
      WHERE notices.channel = $1 ORDER BY notices.n LIMIT $2
      """, [.text(channel), SQLValue(limit)]
    ).compactMap { row in
      var reader = RowReader(row)
      guard let n: Int64 = reader.next(), let event: AlarmNotice.Event = reader.next(),
        let alarm = Alarm(&reader)
      else { return nil }
      return LoggedNotice(n: n, event: event, alarm: alarm)
    }
  }

  func confirm(_ notice: Int64) throws {
    _ = try database.transaction { database in
      try database.query("DELETE FROM notices WHERE n = $1", [SQLValue(notice)])
    }
  }

  func unansweredBoxes(_ silence: UnansweredCriteria) throws -> [UnansweredBox] {
    // So many are counted as take a few hundredths of a second.
    try database.query(
      """
      SELECT store, box, count(*), min(opened_at) FROM
        (SELECT store, box, opened_at FROM open_attempts
         WHERE opened_at >= $1 AND last_word >= $2 AND last_word < $3 AND held_until <= $4
         ORDER BY opened_at DESC LIMIT 20000) AS unanswered
      GROUP BY store, box
      """, silence.values
    ).compactMap { row in
      var reader = RowReader(row)
      guard let box = reader.box() else { return nil }
      return UnansweredBox(
        box: box, count: reader.count(), oldest: reader.next() ?? silence.from)
    }
  }

  func failedBoxes(since: Timestamp) throws -> [FailedBox] {
    try database.query(
      """
      SELECT store, box, code, reason, count(*), max(handled_at) FROM
        (SELECT store, box, code, coalesce(reason, '') AS reason, handled_at FROM attempts
         WHERE is_failure = 1 AND handled_at >= $1
         ORDER BY handled_at DESC LIMIT 50000) AS bad_attempts
      GROUP BY store, box, code, reason
      """, [SQLValue(since)]
    ).compactMap { row in
      var reader = RowReader(row)
      guard let box = reader.box() else { return nil }
      return FailedBox(
        box: box, code: reader.count(), reason: reader.next() ?? "", count: reader.count(),
        last: reader.next() ?? since)
    }
  }
}

extension AlarmNotice.Event: SQLConvertible {}

extension Alarm {
  /// Reads the columns `n` to `told`.
  fileprivate init?(_ reader: inout RowReader) {
    guard let n: Int64 = reader.next(), let name: String = reader.next(),
      let subject: String = reader.next(), let raisedAt: Timestamp = reader.next()
    else { return nil }
    self.init(
      n: n, name: name, subject: subject, raisedAt: raisedAt, clearedAt: reader.next(),
      text: reader.next() ?? "", severity: reader.next() ?? "", isNotified: reader.flag())
  }
}
