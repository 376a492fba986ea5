import SQL

extension Connection {
  /// Sets the session up, whatever the server's own settings are.
  ///
  /// Durable at each commit, unless the server promises more; bytes and times as ``DataType`` reads
  /// them. The server too notices soon that the other side has gone.
  func configure(statementTimeout milliseconds: Int32) throws(PostgresError) {
    try runScript(
      """
      SET statement_timeout = \(milliseconds);
      SET bytea_output = 'hex';
      SET extra_float_digits = 1;
      SET TimeZone = 'UTC';
      SET DateStyle = 'ISO';
      SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3;
      SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') = 'off';
      """, step: "set up the session on \(place)")
  }

  /// Takes the schema for this connection alone, as long as it lasts.
  ///
  /// Waits for as long as a server may need to notice that an earlier connection is dead, ours perhaps.
  func claim() throws(PostgresError) {
    let step = "have the tables of \(place) alone"
    try runScript("SET statement_timeout = 0; SET lock_timeout = '12s'", step: step)
    do throws(PostgresError) {
      // The first number is “soundbox” in ASCII; migrations have it to themselves.
      _ = try run(
        """
        SELECT pg_advisory_lock(
          x'736f756e64626f78'::bigint # current_schema()::regnamespace::oid::bigint) IS NULL
        """, [])
    } catch  where error.code == .lockNotAvailable {
      throw PostgresError(
        .lockNotAvailable, step: step, reason: "another program uses them",
        hint: "end that one, or name another database or schema (…?options=-csearch_path%3DSCHEMA)")
    }
    try runScript("SET lock_timeout = 0", step: step)
  }

  /// Runs the migrations that the database has not seen.
  ///
  /// Each is one transaction under a lock, so that of two programs one runs it and the other goes on
  /// from there. A database that is up to date is only read.
  func migrate(_ migrations: [String]) throws(PostgresError) {
    // The table is only made, and written, where there is something to do: a standby takes no writes.
    let exists: Bool =
      try run("SELECT to_regclass('schema_versions') IS NOT NULL", []).rows.first?[0] ?? false
    var version = exists ? try lastVersion() : 0
    while version < migrations.count { version = try takeStep(migrations) }
    guard version == migrations.count else {
      throw PostgresError(
        .wrongState, step: "open \(place)",
        reason: "its tables have version \(version), this program knows \(migrations.count)",
        hint: "install the newer program again, or use another database")
    }
  }

  /// Runs the next migration, if there still is one once the lock is ours; returns the version then.
  private func takeStep(_ migrations: [String]) throws(PostgresError) -> Int {
    var step = "bring \(place) up to date"
    let usual = patience
    patience = -1
    defer { patience = usual }
    do throws(PostgresError) {
      // The isolation makes the version be read after the lock was given, not before. The lock's key
      // is “soundbox” in ASCII.
      try runScript(
        """
        BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
        SET LOCAL statement_timeout = 0;
        SELECT pg_advisory_xact_lock(x'736f756e64626f78'::bigint);
        CREATE TABLE IF NOT EXISTS schema_versions (
          version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
        """, step: step)
      var version = try lastVersion()
      if version < migrations.count {
        step = "bring \(place) to version \(version + 1)"
        try runScript(migrations[version], step: step)
        guard isInTransaction else {
          throw PostgresError(
            .wrongState, step: step, reason: "the migration ends the transaction it is run in")
        }
        version += 1
        try runScript("INSERT INTO schema_versions (version) VALUES (\(version))", step: step)
      }
      try runScript("COMMIT", step: step)
      return version
    } catch {
      rollBack()
      throw error
    }
  }

  private func lastVersion() throws(PostgresError) -> Int {
    try run("SELECT coalesce(max(version), 0) FROM schema_versions", []).rows.first?[0] ?? 0
  }

  /// Undoes the open transaction, if there is one; where that fails, the connection is given up,
  /// with which the server undoes it.
  func rollBack() {
    guard !isLost, isInTransaction else { return }
    let step = "undo a transaction on \(place)"
    do { try runScript("ROLLBACK", step: step) } catch { _ = lose(step) }
  }
}
