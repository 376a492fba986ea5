/// One row of a result.
public struct Row: Sendable, Hashable {
  /// The columns' values, in the order of the query.
  public let values: [SQLValue]

  /// Wraps a row's values.
  ///
  /// - Parameter values: The columns' values, in the order of the query.
  public init(values: [SQLValue]) { self.values = values }

  /// The value of one column.
  ///
  ///     let id: String = row[0]
  ///     let playedAt: Int64? = row[3]
  ///
  /// The table and the query are ours, so a value of another type is a mistake in the program, which
  /// traps here; declare SQLite's tables `STRICT`. A column that may be null wants an optional type. A
  /// `numeric` of PostgreSQL's, which `sum` of a `bigint` gives too, is a text unless the query casts it.
  ///
  /// - Parameter index: The column's place in the query, from 0.
  /// - Returns: The value.
  public subscript<Value: SQLConvertible>(_ index: Int) -> Value {
    guard let value = Value(sqlValue: values[index]) else {
      preconditionFailure("column \(index) is not a \(Value.self)")
    }
    return value
  }
}

/// Reads the columns of a row one after the other.
///
///     var reader = RowReader(row)
///     guard let id: String = reader.next() else { return nil }
///     let rounds: Int = reader.next() ?? 0
///
/// Unlike ``Row/subscript(_:)`` it accepts a row that an older or another program has written: a
/// value of another type is `nil`, as a null is.
public struct RowReader {
  private let values: [SQLValue]
  private var index = 0

  /// Starts at the first column.
  ///
  /// - Parameter row: The row.
  public init(_ row: Row) { values = row.values }

  /// The next column's value; `nil` for null and for a value of another type.
  public mutating func next<Value: SQLConvertible>(as type: Value.Type = Value.self) -> Value? {
    defer { index += 1 }
    return Value(sqlValue: values[index])
  }

  /// Passes over the next column.
  public mutating func skip() { index += 1 }
}
