import SQL

extension Connection {
  /// How many pages `path-wal` may hold before it is moved into the file.
  private static let checkpointPages = 1000

  /// Sets the connection up: durable at each commit, small writes, exclusive.
  func configure() throws(DatabaseError) {
    try runScript(
      """
      PRAGMA busy_timeout = 2000;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
      PRAGMA foreign_keys = ON;
      PRAGMA page_size = 1024;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA wal_autocheckpoint = \(Self.checkpointPages);
      PRAGMA journal_size_limit = 2097152;
      """, step: "open \(path)")
    try expectDurability()
    try expect(1, from: "PRAGMA foreign_keys")
  }

  /// Makes sure that what is committed is on the device.
  func expectDurability() throws(DatabaseError) {
    try expect("wal", from: "PRAGMA journal_mode")
    try expect(2, from: "PRAGMA synchronous")
  }

  /// Reads the structure of the whole file.
  func check() throws(DatabaseError) {
    let faults = try run("PRAGMA quick_check(1)", [])
    guard faults.first?.values == ["ok"] else {
      let reason = faults.first.map { String(describing: $0[0] as String) } ?? "no answer"
      throw DatabaseError(.corrupt, step: "check \(path)", reason: reason)
    }
  }

  /// Runs the migrations that the file has not seen.
  func migrate(_ migrations: [String]) throws(DatabaseError) {
    let version: Int = try run("PRAGMA user_version", []).first?[0] ?? 0
    guard version <= migrations.count else {
      throw DatabaseError(
        .misuse, step: "open \(path)",
        reason: "its tables have version \(version), this program knows \(migrations.count)",
        hint: "install the newer program again, or set the file aside")
    }
    for (number, migration) in migrations.enumerated().dropFirst(version) {
      let step = "bring \(path) to version \(number + 1)"
      do throws(DatabaseError) {
        try runScript("BEGIN IMMEDIATE", step: step)
        try runScript(migration, step: step)
        try runScript("PRAGMA user_version = \(number + 1); COMMIT", step: step)
      } catch {
        if isInTransaction { try runScript("ROLLBACK", step: step) }
        throw error
      }
    }
  }

  private func expect(_ value: SQLValue, from pragma: StaticString) throws(DatabaseError) {
    let answer = try run(pragma, []).first?.values ?? []
    guard answer == [value] else {
      throw DatabaseError(
        .misuse, step: "open \(path)", reason: "\(pragma) gives \(answer) instead of \(value)")
    }
  }
}
