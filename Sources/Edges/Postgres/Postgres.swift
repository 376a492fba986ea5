public import SQL

/// One connection to a PostgreSQL database, to which a finished transaction is safe even when the
/// power fails.
///
///     var postgres = try Postgres(url: url, migrations: [createTables])
///     try postgres.transaction { postgres in
///       try postgres.execute(
///         "INSERT INTO inbox (id, body) VALUES ($1, $2) ON CONFLICT DO NOTHING", id, body)
///     }
///
/// The calls block for as long as the server takes, so make them on a thread that may wait. When
/// the connection is lost they all throw an error that says so, until ``reconnect()``.
///
/// Each call changes the value, so that only its owner can make it, one at a time; to share it, keep
/// it in a `Mutex` or in an actor.
//
// Sendable: libpq allows any thread to use a connection, one at a time, and a value that cannot be
// copied and has mutating calls only gives that.
public struct Postgres: SQLDatabase, ~Copyable, @unchecked Sendable {
  private let url: ServerURL
  private let migrations: [String]
  private let isAlone: Bool
  /// How long a statement may take, and how long the server may be silent after that.
  private let limits: (statement: Duration, silence: Duration)
  private var connection: Connection
  /// Whether a transaction is open, so that the connection cannot be replaced.
  public private(set) var isInTransaction = false

  /// Connects and brings the tables up to date.
  ///
  /// - Parameters:
  ///   - url: `postgresql://USER:PASSWORD@HOST:PORT/NAME`, with `?…` after it for more of libpq's
  ///     parameters, such as `sslmode=verify-full`. What it does not say, the password above all,
  ///     libpq looks for in `PGPASSWORD`, `~/.pgpass` and the like.
  ///   - migrations: Scripts that lead from each version of the tables to the next; the table
  ///     `schema_versions` remembers those it has seen. Append to them, never change one. Each is
  ///     one transaction, which no two programs run at once.
  ///   - statementTimeout: How long one statement may take before the server ends it; zero for as
  ///     long as it likes. Migrations have no limit.
  ///   - silence: How long a server may say nothing after that time before it counts as lost.
  ///   - isAlone: Whether the schema is to be used by this connection alone, among all that want that.
  /// - Throws: ``PostgresError``: ``PostgresError/isConnectionLost`` if the server cannot be reached
  ///   or refuses us, ``PostgresError/isClaimed`` if another one has it alone, and an error with
  ///   code ``SQLState/wrongState`` if a newer program has changed the tables.
  public init(
    url: String, migrations: [String], statementTimeout: Duration = .seconds(30),
    silence: Duration = .seconds(10), isAlone: Bool = false
  ) throws(PostgresError) {
    let url = try ServerURL(url)
    self.connection = try Self.connect(to: url, migrations, statementTimeout, silence, isAlone)
    self.url = url
    self.isAlone = isAlone
    self.migrations = migrations
    self.limits = (statementTimeout, silence)
  }

  /// Whether the server was lost, so that only ``reconnect()`` helps.
  public var isConnectionLost: Bool { connection.isLost }

  /// Connects again as ``init(url:migrations:statementTimeout:silence:isAlone:)`` did; statements are prepared
  /// again when they are next run.
  ///
  /// - Throws: ``PostgresError``, upon which the old connection stays as it is.
  public mutating func reconnect() throws(PostgresError) {
    precondition(!isInTransaction, "a transaction cannot go on with another connection")
    connection = try Self.connect(to: url, migrations, limits.statement, limits.silence, isAlone)
  }

  /// Runs `body` as one transaction: all of it is stored, or nothing.
  ///
  /// Once this returns the transaction is on the server's device. After a statement has failed, the
  /// server takes no more in this transaction, and it is undone even if `body` returns. Transactions
  /// do not nest.
  ///
  /// - Parameter body: What belongs together; it is lent the connection.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, after undoing its work, or ``PostgresError`` if the transaction
  ///   could not begin or be stored.
  @discardableResult
  public mutating func transaction<Result>(
    _ body: (inout Postgres) throws -> Result
  ) throws -> Result {
    precondition(!isInTransaction, "transactions do not nest")
    try connection.runScript("BEGIN", step: "begin a transaction on \(connection.place)")
    isInTransaction = true
    defer { isInTransaction = false }
    do {
      let result = try body(&self)
      let step = "commit a transaction on \(connection.place)"
      try connection.checkPresence(step)
      // The server would answer the COMMIT by undoing it, and call that a success.
      guard !connection.isTransactionFailed else {
        throw PostgresError(
          .transactionFailed, step: step, reason: "one of its statements has failed")
      }
      guard connection.isInTransaction else {
        throw PostgresError(.wrongState, step: step, reason: "its work has ended it already")
      }
      try connection.runScript("COMMIT", step: step)
      return result
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// Runs a statement that gives no rows.
  ///
  /// - Parameters:
  ///   - sql: One statement, which is prepared once a connection.
  ///   - bindings: The values for `$1`, `$2` and so on, as many as there are.
  /// - Returns: How many rows it inserted, changed or deleted.
  /// - Throws: ``PostgresError``.
  @discardableResult
  public mutating func execute(
    _ sql: StaticString, _ bindings: (any SQLConvertible)?...
  ) throws(PostgresError) -> Int {
    try connection.run(sql, bindings).changes
  }

  /// Runs a statement and collects its rows, all in memory: say `LIMIT` if there may be many.
  ///
  /// - Parameters:
  ///   - sql: One statement, which is prepared once a connection.
  ///   - bindings: The values for `$1`, `$2` and so on, as many as there are.
  /// - Returns: The rows, in the statement's order.
  /// - Throws: ``PostgresError``.
  public mutating func query(
    _ sql: StaticString, _ bindings: (any SQLConvertible)?...
  ) throws(PostgresError) -> [Row] {
    try connection.run(sql, bindings).rows
  }

  @discardableResult
  public mutating func query(
    _ sql: StaticString, _ bindings: [SQLValue]
  ) throws(PostgresError) -> [Row] {
    try connection.run(sql, each: [bindings])[0].rows
  }

  /// Runs a statement for its first row; say `LIMIT 1` if there may be many.
  ///
  /// - Parameters:
  ///   - sql: One statement, which is prepared once a connection.
  ///   - bindings: The values for `$1`, `$2` and so on, as many as there are.
  /// - Returns: The row, or `nil` if there is none.
  /// - Throws: ``PostgresError``.
  public mutating func first(
    _ sql: StaticString, _ bindings: (any SQLConvertible)?...
  ) throws(PostgresError) -> Row? {
    try connection.run(sql, bindings).rows.first
  }

  /// Runs the same statement once for each list of values, without waiting for each answer.
  ///
  /// Outside a transaction this is one by itself: all of it is stored, or nothing.
  ///
  /// - Parameters:
  ///   - sql: One statement, which is prepared once a connection.
  ///   - bindings: For each run the values for `$1`, `$2` and so on, as many as there are.
  /// - Returns: For each run its rows.
  /// - Throws: ``PostgresError``, of the first run that failed.
  @discardableResult
  public mutating func queryEach(
    _ sql: StaticString, _ bindings: [[SQLValue]]
  ) throws(PostgresError) -> [[Row]] {
    try connection.run(sql, each: bindings).map(\.rows)
  }

  private static func connect(
    to url: ServerURL, _ migrations: [String], _ statementTimeout: Duration, _ silence: Duration,
    _ isAlone: Bool
  ) throws(PostgresError) -> Connection {
    let limit = milliseconds(statementTimeout)
    let patience = limit == 0 ? -1 : milliseconds(statementTimeout + silence)
    let connection = try Connection(to: url, patience: patience)
    if isAlone { try connection.claim() }
    try connection.configure(statementTimeout: limit)
    try connection.migrate(migrations)
    return connection
  }

  private static func milliseconds(_ duration: Duration) -> Int32 {
    Int32(min(duration / .milliseconds(1), Double(Int32.max)))
  }
}
