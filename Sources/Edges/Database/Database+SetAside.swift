import Glibc

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
