import Glibc
import Interop

/// Which file it is, whatever its name: two names lead to one file if this is the same.
struct FileIdentity: Equatable {
  let device: dev_t
  let number: ino_t

  /// Looks at what a path leads to; `nil` if there is nothing.
  ///
  /// Corresponds to `stat`.
  init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Looks at an open file.
  ///
  /// Corresponds to `fstat`.
  init?(of descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = status.st_dev
    number = status.st_ino
  }
}

/// The files that belong to an open database, as they were when it was opened.
struct Place: Equatable {
  let path: String
  let file: FileIdentity?
  /// `path-wal`, with the newest transactions: without it they are lost.
  let log: FileIdentity?
  /// The folder that they are in.
  let folder: FileIdentity?

  /// Looks at what is there now.
  init(_ path: String) {
    self.path = path
    file = FileIdentity(of: path)
    log = FileIdentity(of: path + "-wal")
    folder = FileIdentity(of: Self.folder(of: path))
  }

  /// Whether file and log are still what their names lead to.
  ///
  /// SQLite keeps both open, and goes on writing into them when they have been deleted or moved: all
  /// that would be gone with the end of the program. Takes two system calls, some 2 µs.
  var isKept: Bool {
    FileIdentity(of: path) == file && FileIdentity(of: path + "-wal") == log
  }

  /// The folder in which a file is.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// The right to use one database, held as a lock on a file beside it.
///
/// The kernel gives it back when the program ends, however that happens. The lock's file stays:
/// removing it would let two programs lock two files of the same name.
///
/// A child process has a copy of the descriptor between `fork` and `exec`, which would keep the lock for
/// that long after this side has closed its own. `LOCK_UN` releases the lock despite such a copy (flock(2)).
final class FileLock: Sendable {
  private let path: String
  private let file: FileDescriptor

  /// Whether it still keeps others out: they look for the file by its name.
  var isInPlace: Bool {
    FileIdentity(of: path).map { $0 == FileIdentity(of: file.rawValue) } ?? false
  }

  init(for path: String) throws(DatabaseError) {
    let name = path + ".lock"
    let descriptor = unsafe open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw DatabaseError(errno: errno, step: "open \(name)") }
    self.path = name
    file = FileDescriptor(owning: descriptor)
    guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return }
    guard errno == EWOULDBLOCK else { throw DatabaseError(errno: errno, step: "lock \(name)") }
    throw DatabaseError(.busy, step: "open \(path)", reason: "another program is using it")
  }

  deinit { flock(file.rawValue, LOCK_UN) }
}

extension Database {
  /// Renames a damaged file, and what belongs to it, out of the way of a new one.
  ///
  /// `path`, `path-wal` and `path-shm` become `path.corrupt-<suffix>`, `path.corrupt-<suffix>-wal`
  /// and `…-shm`, so that they stay one database. Nothing is deleted or overwritten.
  ///
  /// - Parameters:
  ///   - path: The file, which must not be open.
  ///   - suffix: What tells it from others set aside, such as a date.
  /// - Returns: The database's new path.
  /// - Throws: ``DatabaseError``: ``DatabaseError/isLocked`` if a program has the file open.
  @discardableResult
  public static func setAside(path: String, suffix: String) throws(DatabaseError) -> String {
    precondition(!suffix.contains("/"), "a suffix is part of a name")
    let lock = try FileLock(for: path)
    defer { withExtendedLifetime(lock) {} }
    let target = "\(path).corrupt-\(suffix)"
    // The file itself goes last: until it has gone, a second try finds all that was left.
    for ending in ["-wal", "-shm", ""] {
      let (old, new) = (path + ending, target + ending)
      let step = "rename \(old) to \(new)"
      if unsafe access(old, F_OK) != 0, errno == ENOENT { continue }
      guard unsafe access(new, F_OK) != 0 else { throw DatabaseError(errno: EEXIST, step: step) }
      guard unsafe rename(old, new) == 0 else { throw DatabaseError(errno: errno, step: step) }
    }
    return target
  }
}
