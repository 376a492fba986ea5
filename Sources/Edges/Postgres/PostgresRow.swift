/// One row of a result.
public struct PostgresRow: Sendable, Hashable {
  /// The columns' values, in the order of the query.
  public let values: [PostgresValue]

  /// The value of one column.
  ///
  ///     let id: String = row[0]
  ///     let playedAt: Int64? = row[3]
  ///
  /// The table and the query are ours, so a value of another type is a mistake in the program, which
  /// ends here. A column that may be null wants an optional type; a `numeric`, which `sum` of a
  /// `bigint` gives too, comes as a text unless the query casts it.
  ///
  /// - Parameter index: The column's place in the query, from 0.
  /// - Returns: The value.
  public subscript<Value: PostgresConvertible>(_ index: Int) -> Value {
    guard let value = Value(postgresValue: values[index]) else {
      preconditionFailure("column \(index) is not a \(Value.self)")
    }
    return value
  }
}
