import SQL
import Wire

/// Rows that are there already are changed in as few columns as can be: each index costs its share.
extension SQLFleetRepository where Database: ~Copyable {
  /// Writes attempts down as they are now.
  ///
  /// - Parameters:
  ///   - attempts: The attempts.
  ///   - known: Those of them that are written down already, as they were.
  ///   - database: The open transaction.
  /// - Throws: Why it could not be written.
  static func write(
    _ attempts: [Attempt.Key: Attempt], knowing known: [Attempt.Key: Attempt],
    in database: inout Database
  ) throws {
    let (old, new) = attempts.values.reduce(into: ([Attempt](), [Attempt]())) { parts, attempt in
      let before = known[attempt.key]
      // What is found by these is not to be changed beside its index.
      if let before, before.order == attempt.order, before.openedAt == attempt.openedAt {
        parts.0.append(attempt)
      } else {
        parts.1.append(attempt)
      }
    }
    try run(
      """
      UPDATE attempts SET published_at = $1, delivered_at = $2, handled_at = $3, outcome = $4,
        code = $5, reason = $6, spoken = $7, rounds = $8, received = $9, delivered = $10,
        started = $11, finished = $12, clock_synced = $13, replayed = $14, delivered_seq = $15,
        handled_seq = $16, repetitions = $17, contradictions = $18, is_failure = $19,
        settles_id = $20
      WHERE source = $21 AND store = $22 AND box = $23 AND id = $24 AND attempt = $25
      """, forEach: old.map { Array($0.values.dropFirst(6)) + $0.values.prefix(4) }, in: &database)
    try run(
      """
      INSERT INTO attempts (store, box, id, attempt, order_id, opened_at, published_at,
        delivered_at, handled_at, outcome, code, reason, spoken, rounds, received, delivered,
        started, finished, clock_synced, replayed, delivered_seq, handled_seq, repetitions,
        contradictions, is_failure, settles_id, source)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
        $19, $20, $21, $22, $23, $24, $25, $26, $27)
      ON CONFLICT (store, box, source, id, attempt) DO UPDATE SET order_id = excluded.order_id,
        opened_at = excluded.opened_at, published_at = excluded.published_at,
        delivered_at = excluded.delivered_at, handled_at = excluded.handled_at,
        outcome = excluded.outcome, code = excluded.code, reason = excluded.reason,
        spoken = excluded.spoken, rounds = excluded.rounds, received = excluded.received,
        delivered = excluded.delivered, started = excluded.started,
        finished = excluded.finished, clock_synced = excluded.clock_synced,
        replayed = excluded.replayed, delivered_seq = excluded.delivered_seq,
        handled_seq = excluded.handled_seq, repetitions = excluded.repetitions,
        contradictions = excluded.contradictions, is_failure = excluded.is_failure,
        settles_id = excluded.settles_id
      """, forEach: new.map(\.values), in: &database)
  }

  /// Writes boxes down as they are now.
  ///
  /// - Parameters:
  ///   - boxes: The boxes.
  ///   - described: Those of them that said something new about themselves.
  ///   - database: The open transaction.
  /// - Throws: Why it could not be written.
  static func write(
    _ boxes: [BoxName: BoxRecord], describing described: Set<BoxName>, in database: inout Database
  ) throws {
    try run(
      """
      INSERT INTO boxes (store, box, first_seen, last_seen, state, state_since, session, head,
        gaps, last_published, last_delivered, last_handled, last_outcome, last_code,
        owes_since, head_session, last_settles_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
      ON CONFLICT (store, box) DO UPDATE SET last_seen = excluded.last_seen,
        state = excluded.state, state_since = excluded.state_since,
        session = excluded.session, head = excluded.head, gaps = excluded.gaps,
        last_published = excluded.last_published, last_delivered = excluded.last_delivered,
        last_handled = excluded.last_handled, last_outcome = excluded.last_outcome,
        last_code = excluded.last_code, owes_since = excluded.owes_since,
        head_session = excluded.head_session, last_settles_id = excluded.last_settles_id
      """, forEach: boxes.values.map(\.values), in: &database)
    try run(
      """
      UPDATE boxes SET info = $1, health = $2, health_at = $3, holds_since = $4
      WHERE store = $5 AND box = $6
      """,
      forEach: described.compactMap { box in boxes[box].map { $0.description + box.values } },
      in: &database)
  }

  /// Runs a statement for each list of values, if there is one.
  static func run(
    _ sql: StaticString, forEach bindings: [[SQLValue]], in database: inout Database
  ) throws {
    if !bindings.isEmpty { try database.queryEach(sql, bindings) }
  }
}
