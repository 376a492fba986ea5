import CPQ
import Interop
import SQL

extension Connection {
  /// How many runs are sent at a time; at most twice as many are under way.
  private static let batch = 256
  /// How many bytes of values are sent at a time, one run at least.
  private static let batchBytes = 1 << 20

  /// Runs one statement once.
  func run(
    _ sql: StaticString, _ bindings: [(any SQLConvertible)?]
  ) throws(PostgresError) -> StatementResult {
    try run(sql, each: [bindings.map { $0?.sqlValue ?? .null }])[0]
  }

  /// Runs one statement once for each list of values, in libpq's pipeline mode.
  ///
  /// The next batch is sent while the answers to the last one come in, so that neither side ever
  /// waits for the other. There is one sync point, at the end: outside a transaction the server
  /// stores all or nothing.
  func run(
    _ sql: StaticString, each rows: [[SQLValue]]
  ) throws(PostgresError) -> [StatementResult] {
    let statement = try prepare(sql)
    for row in rows { try statement.check(row) }
    let step = statement.step
    var results: [StatementResult] = []
    var failure: PostgresError?
    try inPipeline(step) { () throws(PostgresError) in
      results.reserveCapacity(rows.count)
      var unsent = rows[...]
      while results.count < rows.count, failure == nil {
        if !unsent.isEmpty, rows.count - unsent.count - results.count <= Self.batch {
          try sendBatch(of: statement, &unsent)
        }
        let reply = try answer(step)
        switch reply.status {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: results.append(reply.result)
        default: failure = try failed(reply, step)
        }
      }
    }
    if let failure {
      // The tables have changed under the statement: prepare it again.
      if failure.code == .notSupported { forget(sql) }
      throw failure
    }
    return results
  }

  private func sendBatch(
    of statement: PreparedStatement, _ rows: inout ArraySlice<[SQLValue]>
  ) throws(PostgresError) {
    var (count, bytes) = (0, 0)
    while count < Self.batch, bytes < Self.batchBytes, let row = rows.popFirst() {
      let parameters = Parameters(row)
      count += 1
      bytes += parameters.bytes.count
      let answer = unsafe parameters.withPointers { number, values, lengths, formats in
        unsafe PQsendQueryPrepared(
          handle.pointer, statement.name, number, values, lengths, formats, 0)
      }
      try sent(answer, statement.step)
    }
    // Without this the server may keep its last answers back, in the hope of more to do.
    try sent(unsafe PQsendFlushRequest(handle.pointer), statement.step)
  }

  /// Finds the statement, or has the server read it.
  private func prepare(_ sql: StaticString) throws(PostgresError) -> PreparedStatement {
    let address = unsafe UInt(bitPattern: sql.utf8Start)
    if let known = statements[address] { return known }
    preparations += 1
    let name = "statement\(preparations)"
    let step = "prepare \"\(sql)\" on \(place)"
    var types: [DataType] = []
    var failure: PostgresError?
    try inPipeline(step) { () throws(PostgresError) in
      try sent(unsafe PQsendPrepare(handle.pointer, name, sql.description, 0, nil), step)
      try sent(unsafe PQsendDescribePrepared(handle.pointer, name), step)
      try sent(unsafe PQsendFlushRequest(handle.pointer), step)
      for _ in 0..<2 where failure == nil {
        let reply = try answer(step)
        if reply.status != PGRES_COMMAND_OK { failure = try failed(reply, step) }
        types = reply.parameterTypes
      }
    }
    if let failure { throw failure }
    let statement = PreparedStatement(
      name: name, step: "run \"\(sql)\" on \(place)", parameterTypes: types)
    statements[address] = statement
    return statement
  }

  private func forget(_ sql: StaticString) {
    statements[unsafe UInt(bitPattern: sql.utf8Start)] = nil
  }

  /// Lets `body` send and read in pipeline mode, then syncs and skips what is left to read.
  ///
  /// An error in the sync itself, which is where a deferred constraint fails, is thrown.
  private func inPipeline(
    _ step: String, _ body: () throws(PostgresError) -> Void
  ) throws(PostgresError) {
    try checkPresence(step)
    try sent(unsafe PQenterPipelineMode(handle.pointer), step)
    try body()
    try sent(unsafe PQpipelineSync(handle.pointer), step)
    var failure: PostgresError?
    while true {
      let reply = try answer(step)
      if reply.status == PGRES_PIPELINE_SYNC { break }
      if reply.status == PGRES_FATAL_ERROR { failure = failure ?? error(reply, step) }
    }
    try sent(unsafe PQexitPipelineMode(handle.pointer), step)
    if let failure { throw failure }
  }

  /// The next result; libpq parts the statements' results by one `nil` each.
  private func answer(_ step: String) throws(PostgresError) -> Reply {
    if let reply = try next(step) { return reply }
    if let reply = try next(step) { return reply }
    throw lose(step, .protocolViolation, "the server's answers end too soon")
  }

  /// The error of a result that is none.
  private func failed(
    _ reply: borrowing Reply, _ step: String
  ) throws(PostgresError) -> PostgresError {
    guard reply.status == PGRES_FATAL_ERROR else {
      throw lose(step, .protocolViolation, "the server gives no result but \(reply.status)")
    }
    let failure = error(reply, step)
    if failure.isConnectionLost { throw failure }
    return failure
  }
}
