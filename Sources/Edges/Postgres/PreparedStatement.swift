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

/// The values of one run of a statement, as libpq takes them.
///
/// Bytes travel as they are, all else as text, which the server reads as the type it has in that
/// place.
struct Parameters {
  /// The largest value in bytes; PostgreSQL's fields end at 1 GB.
  static let largest = 1 << 30

  /// All values, each with a NUL after it.
  private(set) var bytes: [UInt8] = []
  /// Where each value starts in ``bytes``; `nil` for null.
  private var starts: [Int?] = []
  private var lengths: [Int32] = []
  private var formats: [Int32] = []

  init(_ values: [SQLValue]) {
    for value in values {
      switch value {
      case .null: append(nil)
      case .integer(let number): append(String(number).utf8)
      case .real(let number): append(number.description.utf8)
      case .text(let text): append(text.utf8)
      case .bytes(let bytes): append(bytes, format: 1)
      }
    }
  }

  /// Lends the count, the values, their lengths and their formats.
  func withPointers<Result>(
    _ body: (
      Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) -> Result
  ) -> Result {
    unsafe bytes.withUnsafeBytes { bytes in
      let first = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let values = unsafe starts.map { start in
        unsafe start.flatMap { start in unsafe first.map { unsafe $0 + start } }
      }
      return unsafe body(Int32(values.count), values, lengths, formats)
    }
  }

  private mutating func append(_ value: (some Collection<UInt8>)?, format: Int32 = 0) {
    starts.append(value == nil ? nil : bytes.count)
    lengths.append(Int32(value?.count ?? 0))
    formats.append(format)
    if let value { bytes.append(contentsOf: value) }
    bytes.append(0)
  }

  private mutating func append(_ nothing: Never?) { append([UInt8]?.none) }
}
