import CSQLite

/// What SQLite said, as a number; values this type does not name are as good as those it does.
public struct ResultCode: RawRepresentable, Sendable, Hashable {
  /// SQLite's extended result code.
  public let rawValue: Int32

  /// Wraps one of SQLite's result codes.
  ///
  /// - Parameter rawValue: A primary or an extended code.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The kind of result, without its details.
  public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }

  /// Corresponds to `SQLITE_BUSY`: another connection holds the file.
  public static let busy = ResultCode(rawValue: SQLITE_BUSY)
  /// Corresponds to `SQLITE_LOCKED`.
  public static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  /// Corresponds to `SQLITE_READONLY`: the file or its file system takes no writes.
  public static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  /// Corresponds to `SQLITE_READONLY_DBMOVED`: the path no longer leads to the open file.
  public static let moved = ResultCode(rawValue: SQLITE_READONLY | (4 << 8))
  /// Corresponds to `SQLITE_IOERR`: reading, writing or syncing failed.
  public static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
  /// Corresponds to `SQLITE_CORRUPT`: the file contradicts itself.
  public static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  /// Corresponds to `SQLITE_NOTADB`: the file does not begin as a database does.
  public static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
  /// Corresponds to `SQLITE_FULL`: the disk, or the allowed number of pages, is used up.
  public static let full = ResultCode(rawValue: SQLITE_FULL)
  /// Corresponds to `SQLITE_CANTOPEN`.
  public static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  /// Corresponds to `SQLITE_CONSTRAINT`: a row breaks a rule of its table.
  public static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  /// Corresponds to `SQLITE_MISUSE`, and stands for a file that this program is too old for.
  public static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
}
