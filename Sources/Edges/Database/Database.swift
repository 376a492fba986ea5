public import SQL

/// One SQLite file, to which a finished transaction is safe even when the power fails.
///
///     var database = try Database(path: path, migrations: [createTables])
///     try database.transaction { database in
///       try database.execute("INSERT OR IGNORE INTO inbox (id, body) VALUES (?, ?)", id, body)
///     }
///
/// The file is ours alone while it is open: a second program is refused, by a lock that our own
/// programs ask for and by SQLite's own lock for all others. The calls block for as long as the
/// device takes, so make them on a thread that may wait.
///
/// SQLite goes on writing into a file that has been deleted or moved, and into one whose device has
/// failed. This does not: what is stored is where the path leads, or an error is thrown. Before each
/// change it looks whether the files are still in their place, and writes them there anew if they have
/// gone; after a failure of the device the next call opens the file again.
///
/// There is one connection. Each call changes the value, so that only its owner can make it, one at
/// a time; to share it, keep it in a `Mutex` or in an actor.
//
// Sendable, though the connection was opened with `SQLITE_OPEN_NOMUTEX`: SQLite then allows any
// thread, one at a time, and a value that cannot be copied and has mutating calls only gives that.
public struct Database: SQLDatabase, ~Copyable, @unchecked Sendable {
  let path: String
  let migrations: [String]
  let mended: @Sendable (String) -> Void
  /// The open file; `nil` after a failure of the device.
  var connection: Connection?
  /// The file that was opened first.
  let origin: FileIdentity?
  /// The row id that the last call of ``execute(_:_:)`` gave to a row, if it inserted one.
  public private(set) var lastInsertedRow: Int64 = 0

  /// Never: the next call opens the file again after a failure of its device.
  public var isConnectionLost: Bool { false }

  /// Does nothing: see ``isConnectionLost``.
  public mutating func reconnect() {}

  /// Opens the file, makes it if it is missing, checks it and brings its tables up to date.
  ///
  /// - Parameters:
  ///   - path: The file. Beside it there are `path-wal`, with the newest transactions, and
  ///     `path.lock`.
  ///   - migrations: Scripts that lead from each version of the tables to the next; the file
  ///     remembers how many it has seen. Append to them, never change one. Each is one transaction.
  ///   - mended: Told what was found amiss with the file while it was open, and is well again.
  /// - Throws: ``DatabaseError``: ``DatabaseError/isLocked`` if another program has the file open,
  ///   ``DatabaseError/isCorrupt`` if it is damaged, and an error with code ``ResultCode/misuse``
  ///   if a newer program has changed its tables.
  public init(
    path: String, migrations: [String], mended: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(DatabaseError) {
    let connection = try Connection.ready(path: path, lock: FileLock(for: path), migrations)
    self.path = path
    self.migrations = migrations
    self.mended = mended
    self.connection = connection
    origin = connection.place.file
  }

  /// Runs `body` as one transaction: all of it is stored, or nothing.
  ///
  /// Once this returns the transaction is on the device. Transactions do not nest.
  ///
  /// - Parameter body: What belongs together; it is lent the database.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, after undoing its work, or ``DatabaseError`` if the transaction
  ///   could not begin or be stored.
  @discardableResult
  public mutating func transaction<Result>(
    _ body: (inout Database) throws -> Result
  ) throws -> Result {
    precondition(!isInTransaction, "transactions do not nest")
    let start = try begin()
    do {
      let result = try body(&self)
      try store(since: start)
      return result
    } catch {
      // Some failures, a full disk among them, have undone the transaction already.
      try undo()
      throw error
    }
  }

  /// Runs a statement that gives no rows.
  ///
  /// - Parameters:
  ///   - sql: One statement, which is compiled once.
  ///   - bindings: The values for its `?`, or its `$1`, `$2` and so on, as many as there are.
  /// - Returns: How many rows it inserted, changed or deleted.
  /// - Throws: ``DatabaseError``.
  @discardableResult
  public mutating func execute(
    _ sql: StaticString, _ bindings: (any SQLConvertible)?...
  ) throws(DatabaseError) -> Int {
    try write { (database) throws(DatabaseError) in
      let connection = try database.opened()
      let before = connection.totalChanges
      _ = try connection.run(sql, bindings)
      database.lastInsertedRow = connection.lastInsertedRow
      return connection.totalChanges - before
    }
  }

  /// Runs a statement and collects its rows, all in memory: say `LIMIT` if there may be many.
  ///
  /// - Parameters:
  ///   - sql: One statement, which is compiled once.
  ///   - bindings: The values for its `?`, or its `$1`, `$2` and so on, as many as there are.
  /// - Returns: The rows, in the statement's order.
  /// - Throws: ``DatabaseError``.
  public mutating func query(
    _ sql: StaticString, _ bindings: (any SQLConvertible)?...
  ) throws(DatabaseError) -> [Row] {
    try read { (connection) throws(DatabaseError) in try connection.run(sql, bindings) }
  }

  @discardableResult
  public mutating func query(
    _ sql: StaticString, _ bindings: [SQLValue]
  ) throws(DatabaseError) -> [Row] {
    try read { (connection) throws(DatabaseError) in try connection.run(sql, values: bindings) }
  }

  /// Runs a statement for its first row.
  ///
  /// - Parameters:
  ///   - sql: One statement, which is compiled once. A statement that changes rows is not run to
  ///     its end: use ``query(_:_:)`` for `RETURNING`.
  ///   - bindings: The values for its `?`, or its `$1`, `$2` and so on, as many as there are.
  /// - Returns: The row, or `nil` if there is none.
  /// - Throws: ``DatabaseError``.
  public mutating func first(
    _ sql: StaticString, _ bindings: (any SQLConvertible)?...
  ) throws(DatabaseError) -> Row? {
    try read { (connection) throws(DatabaseError) in
      try connection.run(sql, bindings, limit: 1).first
    }
  }

  /// Runs the same statement once for each list of values.
  ///
  /// Outside a transaction this is one by itself: all of it is stored, or nothing.
  ///
  /// - Parameters:
  ///   - sql: One statement, which is compiled once.
  ///   - bindings: For each run the values for its parameters, as many as there are.
  /// - Returns: For each run its rows.
  /// - Throws: ``DatabaseError``, of the first run that failed; within a transaction the runs before
  ///   it are part of that.
  @discardableResult
  public mutating func queryEach(
    _ sql: StaticString, _ bindings: [[SQLValue]]
  ) throws(DatabaseError) -> [[Row]] {
    try write { (database) throws(DatabaseError) in
      try database.opened().run(sql, each: bindings)
    }
  }
}
