import SQL

/// A statement that the server has read and planned, under a name.
struct PreparedStatement {
  let name: String
  /// What running it is called in errors.
  let step: String
  let parameterTypes: [DataType]

  /// Refuses values that cannot be sent.
  func check(_ values: [SQLValue]) throws(PostgresError) {
    precondition(
      values.count == parameterTypes.count,
      "the statement has \(parameterTypes.count) parameters, but \(values.count) values were given")
    for (index, value) in values.enumerated() {
      if let (code, reason) = objection(to: value, for: parameterTypes[index]) {
        throw PostgresError(code, step: step, reason: "the value of $\(index + 1) \(reason)")
      }
    }
  }

  private func objection(
    to value: SQLValue, for type: DataType
  ) -> (code: SQLState, reason: String)? {
    switch value {
    case .text(let text) where text.utf8.contains(0):
      (.characterNotInRepertoire, "is a text with a NUL, which PostgreSQL cannot hold")
    case .text(let text) where text.utf8.count > Parameters.largest:
      (.limitExceeded, "is a text of \(text.utf8.count) bytes, more than PostgreSQL takes")
    case .bytes(let bytes) where bytes.count > Parameters.largest:
      (.limitExceeded, "has \(bytes.count) bytes, more than PostgreSQL takes")
    case .bytes where type != .bytes:
      (.datatypeMismatch, "is bytes, its place takes another type")
    case .text where type == .bytes, .integer where type == .bytes, .real where type == .bytes:
      (.datatypeMismatch, "is not bytes, its place takes bytes only")
    default:
      nil
    }
  }
}
