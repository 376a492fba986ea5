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
  /// Somebody else holds a lock for too long.
  public static let lockNotAvailable = SQLState(rawValue: "55P03")
  /// The database is not as it must be; stands for tables that this program is too old for.
  public static let wrongState = SQLState(rawValue: "55000")
  /// The statement took too long, or somebody cancelled it.
  public static let cancelled = SQLState(rawValue: "57014")
  /// A table that is missing.
  public static let undefinedTable = SQLState(rawValue: "42P01")
  /// A statement cannot be run as it was prepared.
  public static let notSupported = SQLState(rawValue: "0A000")
}
