public import Database
public import Postgres
public import Wire

extension Postgres: SQLTables {
  public static var migrations: [String] { FleetSchema.postgres }

  public mutating func transact<Result>(
    _ body: (inout Self) throws -> Result
  ) throws -> Result {
    try transaction(body)
  }

  public mutating func rows(_ sql: StaticString, _ bindings: [SQLValue]) throws -> [[SQLValue]] {
    try rows(sql, forEach: [bindings])[0]
  }

  public mutating func rows(
    _ sql: StaticString, forEach bindings: [[SQLValue]]
  ) throws -> [[[SQLValue]]] {
    let values = bindings.map { $0.map { PostgresValue($0) } }
    return try queryEach(sql, values).map { rows in
      rows.map { row in row.values.map { SQLValue($0) } }
    }
  }

  public mutating func makeRoom(at moment: Timestamp) throws -> Timestamp {
    let month = Month(of: moment)
    _ = try rows(
      "SELECT add_receipts_month($1, $2, $3)",
      forEach: [month, month.next].map { month in
        [.text("receipts_\(month.name)"), SQLValue(month.first), SQLValue(month.next.first)]
      })
    return month.next.first
  }

  /// Whole months go at once, once the last receipt of the month is old enough.
  public mutating func forgetReceipts(before moment: Timestamp, limit: Int) throws -> Int {
    _ = try rows("SELECT drop_receipts_before($1)", [SQLValue(moment)])
    return try rows(
      """
      DELETE FROM receipts_rest WHERE n IN
        (SELECT n FROM receipts_rest WHERE received_at < $1 ORDER BY n LIMIT $2)
      RETURNING n
      """, [SQLValue(moment), SQLValue(limit)]
    ).count
  }

  public var isAway: Bool { isConnectionLost }

  public mutating func recover() throws { if isConnectionLost { try reconnect() } }
}

/// A month in UTC, for which there is one partition.
struct Month: Equatable {
  /// When it begins.
  let first: Timestamp

  /// The month of a moment.
  init(of moment: Timestamp) {
    first = Timestamp("\(moment.description.prefix(7))-01T00:00:00Z") ?? moment
  }

  /// The month after it.
  var next: Month { Month(of: first + .seconds(32 * 86_400)) }

  /// The month as part of a table's name, such as `2026_11`.
  var name: String { first.description.prefix(7).split(separator: "-").joined(separator: "_") }
}

extension PostgresValue {
  /// A value of the fleet's tables, as PostgreSQL can hold it.
  fileprivate init(_ value: SQLValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      case .text(let text): .text(text)
      case .blob(let bytes): .bytes(bytes)
      }
  }
}

extension SQLValue {
  fileprivate init(_ value: PostgresValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      case .text(let text): .text(text)
      case .bytes(let bytes): .blob(bytes)
      }
  }
}
