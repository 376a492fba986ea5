import Synchronization

/// A database connection that several threads use, one at a time.
///
/// A caller never waits long for another one: while the connection is lost, calls throw
/// ``DatabaseUnavailable`` at once, and while a statement hangs they throw ``DatabaseBusy`` after
/// a bounded wait. Only the caller whose own statement hangs waits for its end.
public final class SharedDatabase<Database: SQLDatabase & ~Copyable>: Sendable {
  private let database: Mutex<Database>
  /// Who may use ``database``; its waits are bounded, a `Mutex`'s are not.
  private let lock = TimedLock()
  private let patience: Duration
  /// Why the connection is lost; checked before waiting for the lock.
  private let outage = Mutex<String?>(nil)
  private let lost: @Sendable () -> Void

  /// Takes over a connection.
  ///
  /// - Parameters:
  ///   - database: The connection.
  ///   - patience: How long a caller waits for the others.
  ///   - lost: Called when the connection was lost; then call ``recover()`` soon.
  public init(
    _ database: consuming sending Database, patience: Duration = .seconds(2),
    lost: @escaping @Sendable () -> Void = {}
  ) {
    self.database = Mutex(database)
    self.lost = lost
    self.patience = patience
  }

  /// Borrows the connection.
  ///
  /// - Parameters:
  ///   - patience: How long to wait for other callers, if not as long as usual.
  ///   - body: The work.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, ``DatabaseUnavailable`` or ``DatabaseBusy``.
  public func use<Result: Sendable>(
    patience: Duration? = nil, _ body: (inout Database) throws -> Result
  ) throws -> Result {
    try checkAvailability()
    return try withDatabase(patience: patience ?? self.patience) { database in
      try checkAvailability()
      do { return try body(&database) } catch {
        if database.isConnectionLost {
          outage.withLock { $0 = "\(error)" }
          lost()
        }
        throw error
      }
    }
  }

  /// Runs `body` as one transaction.
  ///
  /// - Parameter body: The work.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, why the transaction could not be stored, ``DatabaseUnavailable`` or
  ///   ``DatabaseBusy``.
  @discardableResult
  public func transaction<Result: Sendable>(
    _ body: (inout Database) throws -> Result
  ) throws -> Result {
    try use { database in try database.transaction(body) }
  }

  /// Runs a statement that reads.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - bindings: The values for its parameters.
  /// - Returns: The rows.
  /// - Throws: Why it could not be run.
  public func query(_ sql: StaticString, _ bindings: [SQLValue] = []) throws -> [Row] {
    try use { database in try database.query(sql, bindings) }
  }

  /// Reconnects if the connection was lost; until then all other calls throw at once.
  ///
  /// - Throws: Why the database is still unavailable.
  public func recover() throws {
    try withDatabase(patience: patience) { database in
      do {
        if database.isConnectionLost { try database.reconnect() }
        outage.withLock { $0 = nil }
      } catch {
        outage.withLock { $0 = "\(error)" }
        throw error
      }
    }
  }

  private func checkAvailability() throws(DatabaseUnavailable) {
    if let reason = outage.withLock({ $0 }) { throw DatabaseUnavailable(reason: reason) }
  }

  private func withDatabase<Result: Sendable>(
    patience: Duration, _ body: (inout Database) throws -> Result
  ) throws -> Result {
    try lock.acquire(patience: patience)
    defer { lock.release() }
    return try database.withLock { database in try body(&database) }
  }
}

/// The connection to the database was lost, and is not back yet.
public struct DatabaseUnavailable: Error, CustomStringConvertible {
  /// Why it was lost, or why the last attempt to reconnect failed.
  public let reason: String
  public var description: String { "database unavailable: \(reason)" }
}

/// Another caller's statement takes too long to wait for.
public struct DatabaseBusy: Error, CustomStringConvertible {
  /// How long the statement has been running.
  public let duration: Duration
  public var description: String {
    "database busy: another statement has been running for \(duration / .seconds(1)) s"
  }
}
