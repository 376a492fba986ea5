/// What the database refused, while doing what, and what an operator can do about it.
///
/// Neither the password of the URL nor the values of rows are in any of its texts.
public struct PostgresError: Error, Sendable, CustomStringConvertible {
  /// The server's answer, or the code that says the same of what failed on this side.
  public let code: SQLState
  /// What was tried, as an infinitive with the server's place.
  public let step: String
  /// What went wrong, in the server's or libpq's words.
  public let reason: String
  /// What to do about it; empty if there is nothing to advise.
  public let hint: String
  /// Whether the server is out of reach: wait, then ``Postgres/reconnect()``.
  ///
  /// If it was lost while a transaction was being stored, nobody knows whether it was: try again
  /// with statements that can be run twice.
  public let isConnectionLost: Bool

  init(
    _ code: SQLState, step: String, reason: String, hint: String? = nil,
    isConnectionLost: Bool = false
  ) {
    self.code = code
    self.step = step
    self.reason = reason
    self.hint = hint ?? Self.usualHint(for: code)
    self.isConnectionLost = isConnectionLost
  }

  /// Whether the server's disk is full: the transaction is undone, reading goes on.
  public var isFull: Bool { code == .full }

  /// Whether the transaction or the server takes no writes, as a standby does; reading goes on.
  public var isReadOnly: Bool { code == .readOnly }

  /// Whether another program has claimed the tables.
  public var isClaimed: Bool { code == .lockNotAvailable }

  /// Whether a row is there already.
  public var isUniqueViolation: Bool { code == .uniqueViolation }

  /// Whether the transaction got into the way of another one: run it again, from its beginning.
  public var isSerialization: Bool { code == .serializationFailure || code == .deadlock }

  public var description: String {
    let text = "cannot \(step): \(reason) (SQLSTATE \(code.rawValue))"
    return hint.isEmpty ? text : "\(text); \(hint)"
  }

  private static func usualHint(for code: SQLState) -> String {
    switch code {
    case .full: "free space on the file system that holds the server's data"
    case .readOnly: "connect to the primary server, or let this user write"
    case .cannotConnect: "check that the server runs, and the host, port, user and password"
    case .connectionFailure: "check the server and the network; connect again"
    case .serializationFailure, .deadlock: "run the transaction again"
    default: ""
    }
  }
}

/// What the server said, as the five characters of SQL's standard and of PostgreSQL's appendix A.
///
/// Values this type does not name are as good as those it does.
public struct SQLState: RawRepresentable, Sendable, Hashable {
  /// The five characters.
  public let rawValue: String

  /// Wraps a code.
  ///
  /// - Parameter rawValue: Five digits or capital letters.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The kind of condition: the first two characters.
  public var group: Substring { rawValue.prefix(2) }

  /// The connection could not be made.
  public static let cannotConnect = SQLState(rawValue: "08001")
  /// The connection is gone.
  public static let connectionFailure = SQLState(rawValue: "08006")
  /// The server's answer makes no sense.
  public static let protocolViolation = SQLState(rawValue: "08P01")
  /// A text that the database cannot hold.
  public static let characterNotInRepertoire = SQLState(rawValue: "22021")
  /// A row breaks a rule that rows of its table be different.
  public static let uniqueViolation = SQLState(rawValue: "23505")
  /// The transaction, or the server, takes no writes.
  public static let readOnly = SQLState(rawValue: "25006")
  /// A statement of the transaction failed before.
  public static let transactionFailed = SQLState(rawValue: "25P02")
  /// The transaction and another one cannot both be as if they had run alone.
  public static let serializationFailure = SQLState(rawValue: "40001")
  /// The transaction and another one waited for each other.
  public static let deadlock = SQLState(rawValue: "40P01")
  /// A value of a type that does not fit.
  public static let datatypeMismatch = SQLState(rawValue: "42804")
  /// The server's disk is full.
  public static let full = SQLState(rawValue: "53100")
  /// A value is larger than PostgreSQL takes.
  public static let limitExceeded = SQLState(rawValue: "54000")
  /// Another client holds a lock for too long.
  public static let lockNotAvailable = SQLState(rawValue: "55P03")
  /// The database is not as it must be; stands for tables that this program is too old for.
  public static let wrongState = SQLState(rawValue: "55000")
  /// The statement took too long, or was cancelled.
  public static let cancelled = SQLState(rawValue: "57014")
  /// A table that is missing.
  public static let undefinedTable = SQLState(rawValue: "42P01")
  /// A statement cannot be run as it was prepared.
  public static let notSupported = SQLState(rawValue: "0A000")
}
