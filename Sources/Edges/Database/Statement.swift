import CSQLite
import Interop
import SQL

/// One compiled statement, used again and again.
///
/// It must go before its connection does, which ``Connection`` sees to.
final class Statement {
  private let handle: Owned
  private let columnCount: Int32
  /// For each of SQLite's parameters the place of its value among those that are given.
  ///
  /// SQLite numbers `$1` and `$2` by where they first appear, as it does all names; here they mean
  /// what they mean to PostgreSQL, the first value and the second.
  private let places: [Int]
  private let valueCount: Int

  init(_ pointer: OpaquePointer) {
    handle = unsafe Owned(pointer) { unsafe sqlite3_finalize($0) }
    columnCount = unsafe sqlite3_column_count(pointer)
    let count = unsafe sqlite3_bind_parameter_count(pointer)
    places = (0..<count).map { index in
      let name = unsafe sqlite3_bind_parameter_name(pointer, index + 1)
      guard let name = unsafe name.map({ unsafe String(cString: $0) }), name.hasPrefix("$"),
        let number = Int(name.dropFirst()), number > 0
      else { return Int(index) }
      return number - 1
    }
    valueCount = (places.max() ?? -1) + 1
  }

  /// Steps through all rows, at most `limit`; returns the rows and SQLite's last answer.
  func run(_ bindings: [SQLValue], limit: Int) -> (rows: [Row], code: Int32) {
    precondition(
      bindings.count == valueCount,
      "the statement has \(valueCount) parameters, but \(bindings.count) values were given")
    defer { unsafe sqlite3_reset(handle.pointer) }
    for (index, place) in places.enumerated() {
      let code = bind(bindings[place], at: Int32(index + 1))
      guard code == SQLITE_OK else { return ([], code) }
    }
    var rows: [Row] = []
    while true {
      let code = unsafe sqlite3_step(handle.pointer)
      guard code == SQLITE_ROW else { return (rows, code) }
      rows.append(Row(values: (0..<columnCount).map(value)))
      if rows.count == limit { return (rows, SQLITE_DONE) }
    }
  }

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    // Corresponds to `SQLITE_TRANSIENT`, a cast that Swift does not import: SQLite copies the bytes.
    let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null:
      return unsafe sqlite3_bind_null(handle.pointer, index)
    case .integer(let number):
      return unsafe sqlite3_bind_int64(handle.pointer, index, number)
    case .real(let number):
      return unsafe sqlite3_bind_double(handle.pointer, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
          unsafe sqlite3_bind_text64(
            handle.pointer, index, characters.baseAddress, UInt64(characters.count), copied,
            UInt8(SQLITE_UTF8))
        }
      }
    case .bytes(let bytes) where bytes.isEmpty:
      return unsafe sqlite3_bind_zeroblob(handle.pointer, index, 0)
    case .bytes(let bytes):
      return unsafe bytes.withUnsafeBytes {
        unsafe sqlite3_bind_blob64(
          handle.pointer, index, $0.baseAddress, UInt64($0.count), copied)
      }
    }
  }

  private func value(at index: Int32) -> SQLValue {
    switch unsafe sqlite3_column_type(handle.pointer, index) {
    case SQLITE_INTEGER:
      return .integer(unsafe sqlite3_column_int64(handle.pointer, index))
    case SQLITE_FLOAT:
      return .real(unsafe sqlite3_column_double(handle.pointer, index))
    case SQLITE_TEXT:
      let start = unsafe sqlite3_column_text(handle.pointer, index)
      let count = Int(unsafe sqlite3_column_bytes(handle.pointer, index))
      return .text(
        unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let start = unsafe sqlite3_column_blob(handle.pointer, index)
      let count = Int(unsafe sqlite3_column_bytes(handle.pointer, index))
      return .bytes(unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    default:
      return .null
    }
  }
}
