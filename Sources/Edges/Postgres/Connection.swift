import CPQ
import Glibc
import Interop

/// The connection to the server, with the statements prepared on it.
///
/// Not for two threads at once: ``Postgres`` sees to that.
final class Connection {
  let place: String
  let handle: Owned
  /// By the address of their text, which is a literal and therefore stays where it is.
  var statements: [UInt: PreparedStatement] = [:]
  /// How many statements have been prepared, for names that differ.
  var preparations = 0
  /// How long the server may say nothing while we wait for it, in milliseconds; -1 for ever.
  var patience: Int32
  /// Whether the server is gone, or has lost the thread.
  private(set) var isLost = false

  /// Connects, and waits for it at most ten seconds for each of the host's addresses.
  ///
  /// Corresponds to `PQconnectdbParams`.
  init(to url: ServerURL, patience: Int32) throws(PostgresError) {
    // Later words overrule earlier ones. A server that vanishes is noticed within ten seconds.
    let settings = [
      ("connect_timeout", "10"), ("tcp_user_timeout", "10000"), ("keepalives_idle", "5"),
      ("keepalives_interval", "2"), ("keepalives_count", "3"),
      ("fallback_application_name", "soundbox"), ("dbname", url.text), ("client_encoding", "UTF8"),
    ]
    let (words, values) = unsafe (
      Self.cStrings(settings.map(\.0)), Self.cStrings(settings.map(\.1))
    )
    defer { unsafe (words + values).forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
    let step = "connect to \(url.place)"
    guard let pointer = unsafe PQconnectdbParams(words, values, 1) else {
      throw PostgresError(.cannotConnect, step: step, reason: "no memory")
    }
    handle = unsafe Owned(pointer) { unsafe PQfinish($0) }
    place = url.place
    self.patience = patience
    guard unsafe PQstatus(pointer) == CONNECTION_OK, unsafe PQsetnonblocking(pointer, 1) == 0 else {
      throw PostgresError(.cannotConnect, step: step, reason: lastWords, isConnectionLost: true)
    }
    // The default is to write the server's notices to our standard error.
    unsafe PQsetNoticeReceiver(pointer, { _, _ in }, nil)
  }

  /// Whether a statement of the open transaction failed, so that it can only be undone.
  var isTransactionFailed: Bool {
    unsafe PQtransactionStatus(handle.pointer) == PQTRANS_INERROR
  }

  /// Whether a transaction is open, failed or not.
  var isInTransaction: Bool {
    let status = unsafe PQtransactionStatus(handle.pointer)
    return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
  }

  /// Runs any number of statements and discards their rows.
  ///
  /// Corresponds to `PQsendQuery`.
  func runScript(_ sql: String, step: String) throws(PostgresError) {
    try checkPresence(step)
    try sent(unsafe PQsendQuery(handle.pointer, sql), step)
    var failure: PostgresError?
    while let reply = try next(step) {
      switch reply.status {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: continue
      case PGRES_FATAL_ERROR: failure = failure ?? error(reply, step)
      default:
        throw lose(step, .protocolViolation, "the server gives no result but \(reply.status)")
      }
    }
    if let failure { throw failure }
  }

  /// The next result, or `nil` where libpq tells of an end; sends what is still to be sent meanwhile.
  func next(_ step: String) throws(PostgresError) -> Reply? {
    while unsafe PQisBusy(handle.pointer) == 1 { try wait(step) }
    return unsafe PQgetResult(handle.pointer).map { unsafe Reply($0) }
  }

  /// Notes that libpq took something to send; it says 1 if so.
  func sent(_ answer: Int32, _ step: String) throws(PostgresError) {
    guard answer == 1 else { throw lose(step) }
  }

  /// Throws if the connection has been lost before.
  func checkPresence(_ step: String) throws(PostgresError) {
    guard isLost else { return }
    throw PostgresError(
      .connectionFailure, step: step, reason: "the connection was lost before",
      isConnectionLost: true)
  }

  /// Gives the connection up and says why; in libpq's words unless there is a better reason.
  func lose(
    _ step: String, _ code: SQLState = .connectionFailure, _ reason: String? = nil
  ) -> PostgresError {
    isLost = true
    return PostgresError(
      code, step: step, reason: reason ?? lastWords, isConnectionLost: true)
  }

  /// The error that a result tells of.
  func error(_ reply: borrowing Reply, _ step: String) -> PostgresError {
    let severity = reply.field(pq_severity)
    guard let code = reply.field(pq_sqlstate).map(SQLState.init(rawValue:)) else {
      return lose(step)
    }
    // After either of these the server closes the connection.
    if severity == "FATAL" || severity == "PANIC" { isLost = true }
    var reason = reply.field(pq_message) ?? "no reason given"
    // “Data exceptions” quote the value.
    if code.group == "22", let first = reason.firstIndex(of: "\""),
      let last = reason.lastIndex(of: "\"")
    {
      reason.replaceSubrange(first...last, with: "a value")
    }
    return PostgresError(
      code, step: step, reason: reason, hint: reply.field(pq_hint),
      isConnectionLost: isLost)
  }

  /// Waits until the server sends something or takes more.
  private func wait(_ step: String) throws(PostgresError) {
    let unsent = unsafe PQflush(handle.pointer)
    guard unsent >= 0 else { throw lose(step) }
    var socket = pollfd(
      fd: unsafe PQsocket(handle.pointer), events: Int16(unsent == 0 ? POLLIN : POLLIN | POLLOUT),
      revents: 0)
    let ready = unsafe poll(&socket, 1, patience)
    guard ready != 0 else { throw lose(step, .connectionFailure, "the server does not answer") }
    guard ready > 0 else {
      if errno == EINTR { return }
      throw lose(step, .connectionFailure, unsafe String(cString: strerror(errno)))
    }
    if socket.revents & ~Int16(POLLOUT) != 0, unsafe PQconsumeInput(handle.pointer) == 0 {
      throw lose(step)
    }
  }

  /// Corresponds to `PQerrorMessage`, on one line.
  private var lastWords: String {
    let lines = unsafe String(cString: PQerrorMessage(handle.pointer)).split { $0.isNewline }
    return lines.map { $0.drop(while: \.isWhitespace) }.joined(separator: "; ")
  }

  private static func cStrings(_ texts: [String]) -> [UnsafePointer<CChar>?] {
    unsafe texts.map { text in unsafe strdup(text).map { unsafe UnsafePointer($0) } } + [nil]
  }
}
