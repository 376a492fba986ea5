/// One row of a result.
public struct Row: Sendable, Hashable {
  /// The columns' values, in the order of the query.
  public let values: [SQLValue]

  /// The value of one column.
  ///
  ///     let id: String = row[0]
  ///     let playedAt: Int64? = row[3]
  ///
  /// The table and the query are ours, so a value of another type is a mistake in the program, which
  /// ends here; declare tables `STRICT`. A column that may be null wants an optional type.
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
