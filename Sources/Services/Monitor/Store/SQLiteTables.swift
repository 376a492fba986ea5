public import Database
public import Wire

extension Database: SQLTables {
  public static var migrations: [String] { FleetSchema.sqlite }

  /// A file is opened again by the next call.
  public var isAway: Bool { false }

  public mutating func recover() {}

  public mutating func transact<Result>(
    _ body: (inout Self) throws -> Result
  ) throws -> Result {
    try transaction(body)
  }

  public mutating func rows(_ sql: StaticString, _ bindings: [SQLValue]) throws -> [[SQLValue]] {
    try queryEach(sql, [bindings])[0].map(\.values)
  }

  public mutating func rows(
    _ sql: StaticString, forEach bindings: [[SQLValue]]
  ) throws -> [[[SQLValue]]] {
    try queryEach(sql, bindings).map { $0.map(\.values) }
  }

  /// There is always room; but what suits a box's small file is too little for a fleet's large one.
  ///
  /// Said again now and then, since a file that had to be opened again does not know it.
  public mutating func makeRoom(at moment: Timestamp) throws -> Timestamp {
    _ = try rows("PRAGMA cache_size = -16000", [])
    _ = try rows("PRAGMA wal_autocheckpoint = 16000", [])
    return moment + .seconds(3600)
  }

  public mutating func forgetReceipts(before moment: Timestamp, limit: Int) throws -> Int {
    try rows(
      """
      DELETE FROM receipts WHERE n IN
        (SELECT n FROM receipts WHERE received_at < $1 ORDER BY received_at LIMIT $2)
      RETURNING n
      """, [SQLValue(moment), SQLValue(limit)]
    ).count
  }
}
