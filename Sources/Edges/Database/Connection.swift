import CSQLite
import Interop
import SQL

/// The open file: SQLite's connection, the compiled statements and the lock.
///
/// Not for two threads at once: ``Database`` sees to that.
final class Connection {
  let path: String
  let lock: FileLock
  /// Where its files were when it was opened.
  private(set) var place: Place
  /// Whether the device has failed, so that it is unknown what reached it.
  private(set) var hasFailed = false
  private let handle: Owned
  /// By the address of their text, which is a literal and therefore stays where it is.
  private var statements: [UInt: Statement] = [:]

  /// Opens the file, checks it and brings its tables up to date.
  static func ready(
    path: String, lock: FileLock, _ migrations: [String]
  ) throws(DatabaseError) -> Connection {
    let connection = try Connection(path: path, lock: lock)
    try connection.configure()
    try connection.check()
    try connection.migrate(migrations)
    connection.rememberPlace()
    return connection
  }

  /// Corresponds to `sqlite3_open_v2`.
  private init(path: String, lock: FileLock) throws(DatabaseError) {
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var pointer: OpaquePointer?
    let code = unsafe sqlite3_open_v2(path, &pointer, flags, nil)
    guard let opened = unsafe pointer else {
      throw DatabaseError(ResultCode(rawValue: code), step: "open \(path)", reason: "no memory")
    }
    let handle = unsafe Owned(opened) { unsafe sqlite3_close_v2($0) }
    guard code == SQLITE_OK else {
      throw unsafe Self.error(of: handle.pointer, step: "open \(path)")
    }
    self.path = path
    self.lock = lock
    self.handle = handle
    place = Place(path)
  }

  deinit {
    statements.removeAll()
    // SQLite would delete the log by its name, whosever that is by now.
    if hasFailed || !place.isKept {
      unsafe soundbox_sqlite_keep_log(handle.pointer)
    }
  }

  /// Notes that the log is where it belongs now.
  func rememberPlace() {
    let now = Place(path)
    if now.file == place.file { place = now }
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle.pointer) == 0 }

  /// The row id that the last successful insertion gave.
  var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle.pointer) }

  /// How many rows were inserted, changed or deleted since the file was opened.
  var totalChanges: Int { Int(unsafe sqlite3_total_changes64(handle.pointer)) }

  /// Runs one statement to its end.
  func run(
    _ sql: StaticString, _ bindings: [(any SQLConvertible)?], limit: Int = .max
  ) throws(DatabaseError) -> [Row] {
    try run(sql, values: bindings.map { $0?.sqlValue ?? .null }, limit: limit)
  }

  /// Runs one statement to its end.
  func run(
    _ sql: StaticString, values: [SQLValue], limit: Int = .max
  ) throws(DatabaseError) -> [Row] {
    let (rows, code) = try statement(sql).run(values, limit: limit)
    guard code == SQLITE_DONE else { throw error("run \"\(sql)\" on \(path)", code) }
    return rows
  }

  /// Runs one statement to its end, once for each list of values.
  func run(
    _ sql: StaticString, each bindings: [[SQLValue]]
  ) throws(DatabaseError) -> [[Row]] {
    var results: [[Row]] = []
    results.reserveCapacity(bindings.count)
    for values in bindings { results.append(try run(sql, values: values)) }
    return results
  }

  /// Runs any number of statements that give no rows.
  ///
  /// Corresponds to `sqlite3_exec`.
  func runScript(_ sql: String, step: String) throws(DatabaseError) {
    let code = unsafe sqlite3_exec(handle.pointer, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(step, code) }
  }

  private func statement(_ sql: StaticString) throws(DatabaseError) -> Statement {
    let address = unsafe UInt(bitPattern: sql.utf8Start)
    if let known = statements[address] { return known }
    var pointer: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      handle.pointer, sql.description, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
    guard let pointer = unsafe pointer, code == SQLITE_OK else {
      throw error("compile \"\(sql)\" for \(path)", code)
    }
    let statement = unsafe Statement(pointer)
    statements[address] = statement
    return statement
  }

  private func error(_ step: String, _ code: Int32) -> DatabaseError {
    let error = unsafe Self.error(of: handle.pointer, code, step: step)
    if error.isDeviceFailure { hasFailed = true }
    return error
  }

  private static func error(
    of pointer: OpaquePointer, _ code: Int32? = nil, step: String
  ) -> DatabaseError {
    let code = unsafe code ?? sqlite3_extended_errcode(pointer)
    // The connection's message is of its last call; a code of another call has a general text.
    let reason =
      unsafe sqlite3_extended_errcode(pointer) == code
      ? String(cString: sqlite3_errmsg(pointer)) : String(cString: sqlite3_errstr(code))
    return DatabaseError(ResultCode(rawValue: code), step: step, reason: reason)
  }
}
