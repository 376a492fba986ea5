import Fleet
import Database
import Synchronization
import Wire

/// The ledger in an SQL database.
final class SQLFleetRepository<Tables: SQLTables & ~Copyable>: FleetRepository {
  private let tables: Mutex<Tables>
  /// Why the tables are away; looked at before anybody waits for them.
  private let away = Mutex<String?>(nil)
  private let lost: @Sendable () -> Void
  /// Until when there is room for receipts.
  private let roomUntil = Mutex(Timestamp(milliseconds: .min))

  /// Takes a database whose tables are up to date.
  ///
  /// - Parameters:
  ///   - tables: The database.
  ///   - lost: Called when the database was lost: somebody must call ``recover()``.
  init(_ tables: consuming sending Tables, lost: @escaping @Sendable () -> Void = {}) {
    self.tables = Mutex(tables)
    self.lost = lost
  }

  func recover() throws {
    try tables.withLock { tables in
      do {
        try tables.recover()
        away.withLock { $0 = nil }
      } catch {
        away.withLock { $0 = "\(error)" }
        throw error
      }
    }
  }

  /// Lends the tables, unless they are away: nobody but ``recover()`` waits for them then.
  private func lend<Result: Sendable>(
    _ body: (inout Tables) throws -> Result
  ) throws -> Result {
    if let reason = away.withLock({ $0 }) { throw DatabaseUnavailable(reason: reason) }
    return try tables.withLock { tables in
      if let reason = away.withLock({ $0 }) { throw DatabaseUnavailable(reason: reason) }
      do { return try body(&tables) } catch {
        if tables.isAway {
          away.withLock { $0 = "\(error)" }
          lost()
        }
        throw error
      }
    }
  }

  /// Runs statements that belong together.
  func transact<Result: Sendable>(
    _ body: (inout Tables) throws -> Result
  ) throws -> Result {
    try lend { tables in try tables.transact(body) }
  }

  /// Reads.
  func rows(_ sql: StaticString, _ bindings: [SQLValue] = []) throws -> [[SQLValue]] {
    try lend { tables in try tables.rows(sql, bindings) }
  }

  func boxes() throws -> [BoxRecord] {
    try rows("SELECT * FROM boxes").compactMap { BoxRecord(row: $0) }
  }

  func write(
    finding keys: Set<Attempt.Key>, newestOf commands: Set<CommandKey>, at moment: Timestamp,
    _ change: ([Attempt.Key: Attempt], [CommandKey: Attempt]) throws -> FleetChanges
  ) throws -> FleetChanges {
    try lend { tables in
      var roomUntil = roomUntil.withLock { $0 }
      let changes = try tables.transact { tables in
        if moment >= roomUntil { roomUntil = try tables.makeRoom(at: moment) }
        let found = try Self.find(keys, in: &tables)
        let newest = try Self.newest(commands, in: &tables)
        let changes = try change(found, newest)
        let known = newest.values.reduce(into: found) { $0[$1.key] = $1 }
        try Self.write(changes, knowing: known, at: moment, in: &tables)
        return changes
      }
      self.roomUntil.withLock { $0 = roomUntil }
      return changes
    }
  }

  /// How many unreadable messages are kept, whoever sends them: at most some 15 MB.
  static var mostUnreadable: Int { 10_000 }

  private static func find(
    _ keys: Set<Attempt.Key>, in tables: inout Tables
  ) throws -> [Attempt.Key: Attempt] {
    let bindings = keys.map { key -> [SQLValue] in
      [
        .text(key.box.store.rawValue), .text(key.box.box.rawValue), .text(key.id),
        SQLValue(key.attempt),
      ]
    }
    let found = try tables.rows(
      "SELECT * FROM attempts WHERE store = $1 AND box = $2 AND id = $3 AND attempt = $4",
      forEach: bindings
    ).compactMap { rows in rows.first.flatMap { Attempt(row: $0) } }
    return Dictionary(found.map { ($0.key, $0) }) { first, _ in first }
  }

  private static func newest(
    _ commands: Set<CommandKey>, in tables: inout Tables
  ) throws -> [CommandKey: Attempt] {
    let bindings = commands.map { command -> [SQLValue] in
      [
        .text(command.box.store.rawValue), .text(command.box.box.rawValue), .text(command.id),
      ]
    }
    let found = try tables.rows(
      """
      SELECT * FROM attempts WHERE store = $1 AND box = $2 AND id = $3
      ORDER BY attempt DESC LIMIT 1
      """, forEach: bindings
    ).compactMap { rows in rows.first.flatMap { Attempt(row: $0) } }
    return Dictionary(found.map { (CommandKey(box: $0.key.box, id: $0.key.id), $0) }) { first, _ in
      first
    }
  }

  private static func write(
    _ changes: FleetChanges, knowing known: [Attempt.Key: Attempt], at moment: Timestamp,
    in tables: inout Tables
  ) throws {
    try write(changes.attempts, knowing: known, in: &tables)
    try run(
      """
      INSERT INTO receipts (received_at, store, box, id, attempt, kind, seq, session, written_at,
        outcome, code, reason, mark, is_duplicate)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
      """, forEach: changes.log.map { $0.values(at: moment) }, in: &tables)
    try write(changes.boxes, describing: changes.described, in: &tables)
    try run(
      "INSERT INTO states (store, box, at, state, session) VALUES ($1, $2, $3, $4, $5)",
      forEach: changes.states.map { change in
        [
          .text(change.box.store.rawValue), .text(change.box.box.rawValue), SQLValue(moment),
          .text(change.state.rawValue), SQLValue(change.session),
        ]
      }, in: &tables)
    try run(
      """
      INSERT INTO healths (store, box, at, queue, ringing, volume, audio, xruns, reconnects,
        memory, unpublished, clock_synced)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      """, forEach: changes.healths.map { $0.health.values(of: $0.box, at: moment) },
      in: &tables)
    try run(
      """
      INSERT INTO unreadable (at, topic, store, box, reason, payload)
      VALUES ($1, $2, $3, $4, $5, $6)
      """,
      forEach: changes.unreadable.map { message in
        [
          SQLValue(moment), .text(message.topic), .text(message.box?.store.rawValue ?? ""),
          .text(message.box?.box.rawValue ?? ""), .text(message.reason), .blob(message.payload),
        ]
      }, in: &tables)
    if !changes.unreadable.isEmpty {
      _ = try tables.rows(
        "DELETE FROM unreadable WHERE n <= (SELECT max(n) FROM unreadable) - $1",
        [SQLValue(mostUnreadable)])
    }
  }
}

extension FleetChanges.Logged {
  /// What its row holds, in the order of the columns.
  fileprivate func values(at moment: Timestamp) -> [SQLValue] {
    let receipt = issued.receipt
    return [
      SQLValue(moment), .text(box.store.rawValue), .text(box.box.rawValue), .text(receipt.id),
      SQLValue(receipt.attempt), .text(receipt.kind.rawValue), SQLValue(issued.seq),
      SQLValue(issued.session), SQLValue(issued.at), SQLValue(receipt.outcome?.name),
      SQLValue(receipt.outcome?.code), SQLValue(mark == .first ? nil : receipt.reason),
      .text(mark.rawValue), SQLValue(flag: receipt.isDuplicate),
    ]
  }
}

extension Health {
  /// What its row holds, in the order of the columns.
  fileprivate func values(of name: BoxName, at moment: Timestamp) -> [SQLValue] {
    [
      .text(name.store.rawValue), .text(name.box.rawValue), SQLValue(moment), SQLValue(queue),
      SQLValue(ringing), SQLValue(volume), .text(audio.state.rawValue), SQLValue(audio.xruns),
      SQLValue(reconnects), SQLValue(memory), SQLValue(unpublished),
      SQLValue(flag: clockIsSynced),
    ]
  }
}
