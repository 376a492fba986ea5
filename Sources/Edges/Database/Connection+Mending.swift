import Glibc
import Interop
import SQL

extension Connection {
  /// What was found amiss with the place of the open files, and done about it.
  enum Mending {
    /// They are where they were.
    case nothing
    /// The log had gone; it is there again.
    case log
    /// The file had gone; this one has been written in its place.
    case file(Connection)
  }

  /// Sees to it that what is in the open files is where it is looked for after a restart.
  ///
  /// Files that were deleted or moved are still open, with all that is in them.
  ///
  /// - Throws: ``DatabaseError/isMoved`` if they cannot be brought back now: the folder has gone, or
  ///   something else is in their place.
  func mend(_ migrations: [String]) throws(DatabaseError) -> Mending {
    if place.isKept { return .nothing }
    let now = Place(path)
    guard now.log == nil || now.log == place.log else {
      throw moved(
        "another file is in the place of \(path)-wal",
        hint: "take that away; to use it, end this program first")
    }
    if now.file == place.file {
      try writeLogAnew()
      return .log
    }
    guard now.file == nil else {
      throw moved(
        "another file has taken its place while it was open",
        hint: "take that away and all goes on; to use it, start this program again")
    }
    // A new file in a folder that only has the same name would be found no more once ours is back.
    guard now.folder != nil, now.folder == place.folder else {
      throw moved(
        "its folder has gone while it was open",
        hint: "bring it back, or mount its file system again")
    }
    try writeFileAnew()
    let lock = self.lock.isInPlace ? self.lock : try FileLock(for: path)
    return .file(try Connection.ready(path: path, lock: lock, migrations))
  }

  private func moved(_ reason: String, hint: String) -> DatabaseError {
    DatabaseError(.moved, step: "write to \(path)", reason: reason, hint: hint)
  }

  /// Moves all that is in the log into the file, and begins another log.
  private func writeLogAnew() throws(DatabaseError) {
    try emptyLog()
    try runScript("PRAGMA journal_mode = DELETE; PRAGMA journal_mode = WAL", step: "open \(path)")
    try expectDurability()
    // SQLite makes the log when it next reads.
    _ = try run("PRAGMA schema_version", [])
    rememberPlace()
  }

  private func emptyLog() throws(DatabaseError) {
    let answer = try run("PRAGMA wal_checkpoint(TRUNCATE)", []).first?.values.first
    guard answer == 0 else {
      throw DatabaseError(.busy, step: "write the log of \(path)", reason: "it is being read")
    }
  }

  /// Writes all that is in the open file into a new one of the same name.
  private func writeFileAnew() throws(DatabaseError) {
    // Wherever the open file is now, it is whole without its log, which would not fit the new one.
    try emptyLog()
    let copy = path + ".anew"
    unsafe unlink(copy)
    _ = try run("VACUUM INTO ?", [copy])
    try sync(copy)
    unsafe unlink(path + "-wal")
    guard unsafe rename(copy, path) == 0 else {
      throw DatabaseError(errno: errno, step: "rename \(copy) to \(path)")
    }
    try sync(Place.folder(of: path))
  }

  /// Corresponds to `fsync`.
  private func sync(_ path: String) throws(DatabaseError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DatabaseError(errno: errno, step: "open \(path)") }
    let file = FileDescriptor(owning: descriptor)
    guard fsync(file.rawValue) == 0 else { throw DatabaseError(errno: errno, step: "sync \(path)") }
  }
}
