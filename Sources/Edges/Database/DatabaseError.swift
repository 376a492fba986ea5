import CSQLite
import Glibc

/// What the database refused, while doing what, and what an operator can do about it.
public struct DatabaseError: Error, Sendable, CustomStringConvertible {
  /// SQLite's answer.
  public let code: ResultCode
  /// What was tried, as an infinitive with the file's path, never with the values of rows.
  public let step: String
  /// What went wrong, in SQLite's or the system's words.
  public let reason: String
  /// What to do about it; empty if there is nothing to advise.
  public let hint: String

  init(_ code: ResultCode, step: String, reason: String, hint: String? = nil) {
    self.code = code
    self.step = step
    self.reason = reason
    self.hint = hint ?? Self.usualHint(for: code.primary)
  }

  /// An error of the system around the database's files.
  init(errno number: Int32, step: String) {
    let code: ResultCode =
      switch number {
      case ENOSPC, EDQUOT: .full
      case EROFS: .readOnly
      case EIO: .inputOutput
      default: .cannotOpen
      }
    self.init(code, step: step, reason: unsafe String(cString: strerror(number)))
  }

  /// Whether the disk is full: the transaction is undone, the file is sound, reading goes on.
  public var isFull: Bool { code.primary == .full }

  /// Whether the file is damaged, so that it must be set aside.
  public var isCorrupt: Bool { code.primary == .corrupt || code.primary == .notADatabase }

  /// Whether the file or its file system takes no writes; reading goes on.
  public var isReadOnly: Bool { code.primary == .readOnly && !isMoved }

  /// Whether the file is no longer where it was opened, and cannot be brought back yet; reading goes on.
  public var isMoved: Bool { code == .moved }

  /// Whether another program, or another connection, holds the file.
  public var isLocked: Bool { code.primary == .busy || code.primary == .locked }

  /// Whether the device failed; it is unknown what reached it, so the next call opens the file again.
  public var isDeviceFailure: Bool { code.primary == .inputOutput }

  public var description: String {
    let text = "cannot \(step): \(reason) (SQLite code \(code.rawValue))"
    return hint.isEmpty ? text : "\(text); \(hint)"
  }

  private static func usualHint(for code: ResultCode) -> String {
    switch code {
    case .full: "free space on the file system that holds the file"
    case .corrupt, .notADatabase: "set the file aside and begin a new one"
    case .readOnly: "make the file and its folder writable for this program"
    case .busy, .locked: "end the other program that uses the file"
    case .cannotOpen: "check that the folder exists and that this program may write to it"
    case .inputOutput: "check the storage device and the kernel's log"
    default: ""
    }
  }
}

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
