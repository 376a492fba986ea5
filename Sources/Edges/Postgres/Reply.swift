import CPQ
import Interop
import SQL

/// One result of libpq's.
struct Reply: ~Copyable {
  private let handle: Owned

  init(_ pointer: OpaquePointer) {
    handle = unsafe Owned(pointer) { unsafe PQclear($0) }
  }

  var status: ExecStatusType { unsafe PQresultStatus(handle.pointer) }

  /// What the statement gave and did.
  var result: StatementResult {
    let (height, width) = unsafe (PQntuples(handle.pointer), PQnfields(handle.pointer))
    let types = (0..<width).map { DataType(rawValue: unsafe PQftype(handle.pointer, $0)) }
    let rows = (0..<height).map { row in
      Row(values: types.indices.map { value(row, Int32($0), of: types[$0]) })
    }
    let changes = unsafe Int(String(cString: PQcmdTuples(handle.pointer))) ?? 0
    return StatementResult(rows: rows, changes: changes)
  }

  /// The types of a prepared statement's parameters.
  var parameterTypes: [DataType] {
    let count = unsafe PQnparams(handle.pointer)
    return (0..<count).map {
      DataType(rawValue: unsafe PQparamtype(handle.pointer, $0))
    }
  }

  /// One part of an error, such as `pq_sqlstate`.
  func field(_ code: Int32) -> String? {
    unsafe PQresultErrorField(handle.pointer, code).map { unsafe String(cString: $0) }
  }

  private func value(_ row: Int32, _ column: Int32, of type: DataType) -> SQLValue {
    guard unsafe PQgetisnull(handle.pointer, row, column) == 0 else { return .null }
    let start = unsafe PQgetvalue(handle.pointer, row, column)
    let count = Int(unsafe PQgetlength(handle.pointer, row, column))
    return unsafe type.value(UnsafeRawBufferPointer(start: start, count: count))
  }
}

/// The result of one run of a statement.
struct StatementResult {
  let rows: [Row]
  /// How many rows it inserted, changed, deleted or gave.
  let changes: Int
}

/// A type of the server's, as the number that its table `pg_type` gives to it; those built in keep theirs.
struct DataType: RawRepresentable, Hashable {
  let rawValue: Oid

  static let boolean = DataType(rawValue: 16)
  static let bytes = DataType(rawValue: 17)
  static let bigInteger = DataType(rawValue: 20)
  static let smallInteger = DataType(rawValue: 21)
  static let integer = DataType(rawValue: 23)
  static let objectID = DataType(rawValue: 26)
  static let real = DataType(rawValue: 700)
  static let doublePrecision = DataType(rawValue: 701)

  /// Reads a value that the server wrote as text, with `bytea_output` being `hex`.
  func value(_ written: UnsafeRawBufferPointer) -> SQLValue {
    if self == .bytes {
      // After “\x”.
      return .bytes(unsafe Self.bytes(hex: Array(written.dropFirst(2))))
    }
    let text = unsafe String(decoding: written, as: UTF8.self)
    switch self {
    case .boolean:
      return .integer(text == "t" ? 1 : 0)
    case .smallInteger, .integer, .bigInteger, .objectID:
      return Int64(text).map(SQLValue.integer) ?? .text(text)
    case .real, .doublePrecision:
      return Double(text).map(SQLValue.real) ?? .text(text)
    default:
      return .text(text)
    }
  }

  private static func bytes(hex digits: [UInt8]) -> [UInt8] {
    stride(from: 0, to: digits.count, by: 2).map { half(digits[$0]) << 4 | half(digits[$0 + 1]) }
  }

  private static func half(_ digit: UInt8) -> UInt8 {
    digit < UInt8(ascii: "a") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
  }
}
