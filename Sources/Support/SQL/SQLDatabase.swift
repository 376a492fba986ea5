/// One connection to an SQL database: SQLite or PostgreSQL, with one text for both.
///
/// Parameters are `$1`, `$2` and so on. All calls block for as long as the database takes. To share a
/// connection between threads, wrap it in a ``SharedDatabase``.
public protocol SQLDatabase: ~Copyable, Sendable {
  /// Whether the connection was lost, so that only ``reconnect()`` helps.
  var isConnectionLost: Bool { get }

  /// Connects again.
  ///
  /// - Throws: Why the database is still out of reach.
  mutating func reconnect() throws

  /// Runs `body` as one transaction: all of it is stored, or nothing.
  ///
  /// - Parameter body: The work; it borrows the database.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why the transaction could not be stored.
  @discardableResult
  mutating func transaction<Result>(_ body: (inout Self) throws -> Result) throws -> Result

  /// Runs a statement and collects its rows, all in memory.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - bindings: The values for its parameters.
  /// - Returns: The rows, in the statement's order.
  /// - Throws: Why it could not be run.
  @discardableResult
  mutating func query(_ sql: StaticString, _ bindings: [SQLValue]) throws -> [Row]

  /// Runs a statement once for each list of values, with as few round trips as possible.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - bindings: For each run the values for its parameters.
  /// - Returns: For each run its rows.
  /// - Throws: Why one of them could not be run.
  @discardableResult
  mutating func queryEach(_ sql: StaticString, _ bindings: [[SQLValue]]) throws -> [[Row]]
}
