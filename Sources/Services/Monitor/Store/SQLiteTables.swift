public import Database

extension Database: SQLTables {
  public static var migrations: [String] { FleetSchema.sqlite }

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
}
