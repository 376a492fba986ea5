/// What makes sure that whatever is stored is where the path leads.
extension Database {
  /// What is known as a transaction begins.
  struct Start {
    let changes: Int
    /// Why nothing can be stored; what only reads goes on.
    let trouble: DatabaseError?
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { connection?.isInTransaction ?? false }

  /// The open file; opened again if it was closed.
  mutating func opened() throws(DatabaseError) -> Connection {
    if let connection { return connection }
    let step = "open \(path) again"
    guard let file = FileIdentity(of: path) else {
      throw DatabaseError(
        .cannotOpen, step: step, reason: "it is not there",
        hint: "mount its file system again; to begin with an empty file, start this program again")
    }
    // The device's number may have changed if the file system was mounted again.
    guard file.number == origin?.number else {
      throw DatabaseError(
        .moved, step: step, reason: "another file has taken its place",
        hint: "to use that, start this program again")
    }
    let anew = try Connection.ready(path: path, lock: FileLock(for: path), migrations)
    connection = anew
    mended("opened again after a failure of the device")
    return anew
  }

  mutating func begin() throws(DatabaseError) -> Start {
    var trouble: DatabaseError?
    do throws(DatabaseError) { try mend() } catch {
      guard connection != nil else { throw error }
      trouble = error
    }
    let connection = try opened()
    do throws(DatabaseError) { _ = try connection.run("BEGIN IMMEDIATE", []) } catch {
      try undo()
      throw error
    }
    return Start(changes: connection.totalChanges, trouble: trouble)
  }

  mutating func store(since start: Start) throws(DatabaseError) {
    let connection = try opened()
    let isChanged = connection.totalChanges != start.changes
    if isChanged, let trouble = start.trouble { throw trouble }
    _ = try connection.run("COMMIT", [])
    // Report no success if the file has disappeared at this very moment.
    if isChanged { try mend() }
  }

  mutating func undo() throws(DatabaseError) {
    guard let connection else { return }
    defer { closeIfFailed() }
    if connection.isInTransaction, !connection.hasFailed { _ = try connection.run("ROLLBACK", []) }
  }

  /// Runs `body` as part of the open transaction, or as one of its own.
  mutating func write<Result>(
    _ body: (inout Database) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    if isInTransaction { return try body(&self) }
    let start = try begin()
    do throws(DatabaseError) {
      let result = try body(&self)
      try store(since: start)
      return result
    } catch {
      try undo()
      throw error
    }
  }

  mutating func read<Result>(
    _ body: (Connection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    let connection = try opened()
    do throws(DatabaseError) { return try body(connection) } catch {
      if !connection.isInTransaction { closeIfFailed() }
      throw error
    }
  }

  /// Brings the files back to their place if they are not there.
  private mutating func mend() throws(DatabaseError) {
    switch try opened().mend(migrations) {
    case .nothing: return
    case .log: mended("its log had been deleted or moved, and is there again")
    case .file(let anew):
      connection = anew
      mended("it had been deleted or moved, and is there again with all that was in it")
    }
  }

  /// Closes a file whose device has failed: its file system may have to be mounted again.
  ///
  /// A file that is nowhere else is held on to.
  private mutating func closeIfFailed() {
    if let connection, connection.hasFailed, connection.place.isKept { self.connection = nil }
  }
}
