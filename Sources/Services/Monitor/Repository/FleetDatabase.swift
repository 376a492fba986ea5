public import Database
public import SQL
public import Wire

/// A database that holds the fleet's tables.
public protocol FleetDatabase: SQLDatabase, ~Copyable {
  /// The scripts that make the tables, in this database's own dialect.
  static var migrations: [String] { get }

  /// Prepares the storage for the receipts of a moment and of some time after it; call in a transaction.
  ///
  /// - Parameter moment: Now.
  /// - Returns: When to call it again.
  /// - Throws: Why it failed.
  mutating func prepareStorage(at moment: Timestamp) throws -> Timestamp

  /// Deletes receipts received before a moment; call in a transaction.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - limit: The most rows to delete one by one.
  /// - Returns: How many rows it deleted one by one.
  /// - Throws: Why it failed.
  mutating func deleteReceipts(before moment: Timestamp, limit: Int) throws -> Int
}

extension Database: FleetDatabase {
  public static var migrations: [String] { FleetSchema.sqlite }

  /// Sets a larger cache and log: a box's small file needs less than a fleet's large one.
  ///
  /// Repeated every hour, since a file that was opened again has the usual settings.
  public mutating func prepareStorage(at moment: Timestamp) throws -> Timestamp {
    try query("PRAGMA cache_size = -16000", [])
    try query("PRAGMA wal_autocheckpoint = 16000", [])
    return moment + .seconds(3600)
  }

  public mutating func deleteReceipts(before moment: Timestamp, limit: Int) throws -> Int {
    try query(
      """
      DELETE FROM receipts WHERE n IN
        (SELECT n FROM receipts WHERE received_at < $1 ORDER BY received_at LIMIT $2)
      RETURNING n
      """, [SQLValue(moment), SQLValue(limit)]
    ).count
  }
}
