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
  var outcome: Outcome {
    let (height, width) = unsafe (PQntuples(handle.pointer), PQnfields(handle.pointer))
    let types = (0..<width).map { DataType(rawValue: unsafe PQftype(handle.pointer, $0)) }
    let rows = (0..<height).map { row in
      Row(values: types.indices.map { value(row, Int32($0), of: types[$0]) })
    }
    let changes = unsafe Int(String(cString: PQcmdTuples(handle.pointer))) ?? 0
    return Outcome(rows: rows, changes: changes)
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
