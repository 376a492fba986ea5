import Database
import Synchronization
public import Wire

/// The box's memory: every command, how far it has come, and every receipt, in one SQLite file.
///
/// It is the queue and the outbox as well: after a crash the box reads it and goes on. Each change is
/// on the disk when its call returns. Any thread may call; calls wait for each other and for the disk.
public final class Journal: Sendable {
  /// How many receipts are kept for monitors that missed some.
  public static let receiptsKept: Int64 = 10_000
  /// How many commands are kept with their receipts, so that a copy that comes late is known.
  static let commandsKept: Int64 = 20_000

  private let store: Identifier
  private let box: Identifier
  private let clock: WallClock
  private let database: Mutex<Database>

  /// Opens the journal; commands that were being spoken when the box ended wait again.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - store: The shop in which the box stands.
  ///   - box: The box.
  ///   - clock: What time it is.
  /// - Throws: `DatabaseError`, for instance if another program has the file open.
  public init(path: String, store: Identifier, box: Identifier, clock: WallClock) throws {
    self.store = store
    self.box = box
    self.clock = clock
    var database = try Database(path: path, migrations: Schema.migrations)
    try database.execute(
      "UPDATE commands SET state = 0, crashes = crashes + 1 WHERE state = 1")
    self.database = Mutex(database)
  }

  /// Counts a new connection.
  ///
  /// - Returns: Its number, which grows at every connect, across restarts.
  /// - Throws: `DatabaseError`.
  public func openSession() throws -> Int64 {
    try transaction { database, _ in
      try database.query("UPDATE box SET session = session + 1 RETURNING session")[0][0]
    }
  }

  /// Lends the tables for one transaction, with the stamp that its receipts carry.
  func transaction<Result: Sendable>(
    _ body: (inout Database, Stamp) throws -> Result
  ) throws -> Result {
    try database.withLock { database in
      try database.transaction { database in
        let session: Int64 = try database.query("SELECT session FROM box")[0][0]
        let issuer = Issuer(
          store: store, box: box, session: session, clockIsSynced: clock.isSynced())
        return try body(&database, Stamp(issuer: issuer, moment: clock.now()))
      }
    }
  }

  /// Lends the tables for reading.
  func reading<Result: Sendable>(_ body: (inout Database) throws -> Result) throws -> Result {
    try database.withLock { try body(&$0) }
  }
}
