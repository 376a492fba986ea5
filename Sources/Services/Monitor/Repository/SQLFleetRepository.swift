import Fleet
import SQL
import Synchronization
import Wire

/// The fleet's records in an SQL database.
final class SQLFleetRepository<Database: FleetDatabase & ~Copyable>: FleetRepository {
  let database: SharedDatabase<Database>
  /// Until when the storage is prepared for receipts.
  private let preparedUntil = Mutex(Timestamp(milliseconds: .min))

  /// Takes over a database whose tables are up to date.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - patience: How long a caller waits for the others.
  ///   - lost: Called when the connection was lost; then call ``recover()`` soon.
  init(
    _ database: consuming sending Database, patience: Duration = .seconds(2),
    lost: @escaping @Sendable () -> Void = {}
  ) {
    self.database = SharedDatabase(database, patience: patience, lost: lost)
  }

  func recover() throws { try database.recover() }

  func boxes() throws -> [BoxRecord] {
    try database.query("SELECT * FROM boxes").compactMap { BoxRecord($0) }
  }

  func write(
    finding keys: Set<Attempt.Key>, newestOf commands: Set<CommandKey>, at moment: Timestamp,
    _ change: ([Attempt.Key: Attempt], [CommandKey: Attempt]) throws -> FleetChanges
  ) throws -> FleetChanges {
    // A refusal costs a connection to the broker, and this thread holds nobody up: it can wait for longer.
    try database.use(patience: .seconds(20)) { database in
      var preparedUntil = preparedUntil.withLock { $0 }
      let changes = try database.transaction { database in
        if moment >= preparedUntil { preparedUntil = try database.prepareStorage(at: moment) }
        let found = try Self.find(keys, in: &database)
        let newest = try Self.newest(commands, in: &database)
        let changes = try change(found, newest)
        let known = newest.values.reduce(into: found) { $0[$1.key] = $1 }
        try Self.write(changes, knowing: known, at: moment, in: &database)
        return changes
      }
      self.preparedUntil.withLock { $0 = preparedUntil }
      return changes
    }
  }

  /// How many unreadable messages are kept in all: at most some 15 MB.
  static var mostUnreadable: Int { 10_000 }

  private static func find(
    _ keys: Set<Attempt.Key>, in database: inout Database
  ) throws -> [Attempt.Key: Attempt] {
    let bindings = keys.map { key -> [SQLValue] in
      [
        .text(key.box.store.rawValue), .text(key.box.box.rawValue),
        .text(key.event.storedSource), .text(key.id), SQLValue(key.attempt),
      ]
    }
    let found = try database.queryEach(
      """
      SELECT * FROM attempts
      WHERE store = $1 AND box = $2 AND source = $3 AND id = $4 AND attempt = $5
      """, bindings
    ).compactMap { rows in rows.first.flatMap { Attempt($0) } }
    return Dictionary(found.map { ($0.key, $0) }) { first, _ in first }
  }

  private static func newest(
    _ commands: Set<CommandKey>, in database: inout Database
  ) throws -> [CommandKey: Attempt] {
    let bindings = commands.map { command -> [SQLValue] in
      [
        .text(command.box.store.rawValue), .text(command.box.box.rawValue),
        .text(command.event.storedSource), .text(command.event.id),
      ]
    }
    let found = try database.queryEach(
      """
      SELECT * FROM attempts WHERE store = $1 AND box = $2 AND source = $3 AND id = $4
      ORDER BY attempt DESC LIMIT 1
      """, bindings
    ).compactMap { rows in rows.first.flatMap { Attempt($0) } }
    return Dictionary(found.map { (CommandKey(box: $0.key.box, event: $0.key.event), $0) }) {
      first, _ in first
    }
  }

  private static func write(
    _ changes: FleetChanges, knowing known: [Attempt.Key: Attempt], at moment: Timestamp,
    in database: inout Database
  ) throws {
    try write(changes.attempts, knowing: known, in: &database)
    try run(
      """
      INSERT INTO receipts (received_at, store, box, id, attempt, kind, seq, session, written_at,
        outcome, code, reason, mark, is_duplicate, source)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      """, forEach: changes.log.map { $0.values(at: moment) }, in: &database)
    try write(changes.boxes, describing: changes.described, in: &database)
    try run(
      "INSERT INTO states (store, box, at, state, session) VALUES ($1, $2, $3, $4, $5)",
      forEach: changes.states.map { change in
        [
          .text(change.box.store.rawValue), .text(change.box.box.rawValue), SQLValue(moment),
          .text(change.state.rawValue), SQLValue(change.connectionNumber),
        ]
      }, in: &database)
    try run(
      """
      INSERT INTO healths (store, box, at, queue, ringing, volume, audio, xruns, reconnects,
        memory, unpublished, clock_synced)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      """, forEach: changes.healths.map { $0.health.values(of: $0.box, at: moment) },
      in: &database)
    try run(
      """
      INSERT INTO unreadable (at, topic, store, box, reason, payload)
      VALUES ($1, $2, $3, $4, $5, $6)
      """,
      forEach: changes.unreadable.map { message in
        [
          SQLValue(moment), .text(message.topic), .text(message.box?.store.rawValue ?? ""),
          .text(message.box?.box.rawValue ?? ""), .text(message.reason), .bytes(message.payload),
        ]
      }, in: &database)
    if !changes.unreadable.isEmpty {
      try database.query(
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
      SQLValue(moment), SQLValue(box.store), SQLValue(box.box), .text(receipt.id),
      SQLValue(receipt.attempt), .text(receipt.kind.rawValue), SQLValue(issued.seq),
      SQLValue(issued.connectionNumber), SQLValue(issued.at), SQLValue(receipt.outcome?.name),
      SQLValue(receipt.outcome?.code), SQLValue(mark == .first ? nil : receipt.reason),
      .text(mark.rawValue), SQLValue(receipt.isDuplicate), .text(receipt.event.storedSource),
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
      SQLValue(clockIsSynced),
    ]
  }
}
