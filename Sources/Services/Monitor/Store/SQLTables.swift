public import Database
public import Wire

/// A database in which the fleet's tables are: SQLite or PostgreSQL, with one text for both.
///
/// Parameters are `$1`, `$2` …, which must first stand in a text in this order (SQLite counts them so).
public protocol SQLTables: ~Copyable, Sendable {
  /// The scripts that make the tables, in this database's own dialect.
  static var migrations: [String] { get }

  /// Whether it was lost, so that only ``recover()`` helps.
  var isAway: Bool { get }

  /// Brings it back; blocks for as long as that takes.
  ///
  /// - Throws: Why it is still away.
  mutating func recover() throws

  /// Runs `body` as one transaction: all of it is stored, or nothing.
  ///
  /// - Parameter body: What belongs together; it is lent the database.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why it could not be stored.
  mutating func transact<Result>(_ body: (inout Self) throws -> Result) throws -> Result

  /// Runs a statement and collects its rows.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - bindings: The values for its parameters.
  /// - Returns: The rows.
  /// - Throws: Why it could not be run.
  mutating func rows(_ sql: StaticString, _ bindings: [SQLValue]) throws -> [[SQLValue]]

  /// Runs a statement once for each list of values, with as few round trips as can be.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - bindings: The lists of values for its parameters.
  /// - Returns: The rows of each run.
  /// - Throws: Why it could not be run.
  mutating func rows(
    _ sql: StaticString, forEach bindings: [[SQLValue]]
  ) throws -> [[[SQLValue]]]

  /// Makes room for the receipts of a moment and of some time after it; in a transaction.
  ///
  /// - Parameter moment: Now.
  /// - Returns: When this is to be called again.
  /// - Throws: Why it could not be made.
  mutating func makeRoom(at moment: Timestamp) throws -> Timestamp

  /// Forgets receipts that came before a moment, some of them if they are many; in a transaction.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - limit: The most rows that are taken out one by one.
  /// - Returns: How many rows were taken out one by one.
  /// - Throws: Why they could not be taken out.
  mutating func forgetReceipts(before moment: Timestamp, limit: Int) throws -> Int
}
