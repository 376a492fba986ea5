import Database

@testable import Box

/// A journal as an earlier release wrote it.
enum EarlierRelease {
  /// The tables of version 1, as they were; they must not follow what the schema becomes.
  static let tables = """
    CREATE TABLE box (
      session INTEGER NOT NULL,
      events INTEGER NOT NULL
    ) STRICT;
    INSERT INTO box (session, events) VALUES (0, 0);

    CREATE TABLE commands (
      n INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      state INTEGER NOT NULL,
      accepted INTEGER NOT NULL,
      settled INTEGER NOT NULL,
      order_name TEXT NOT NULL,
      sound_command TEXT NOT NULL,
      act INTEGER NOT NULL,
      volume INTEGER,
      expires_at INTEGER,
      topic TEXT NOT NULL,
      payload BLOB,
      received_at INTEGER NOT NULL,
      delivered_at INTEGER,
      started_at INTEGER,
      starts INTEGER NOT NULL DEFAULT 0,
      crashes INTEGER NOT NULL DEFAULT 0,
      failures INTEGER NOT NULL DEFAULT 0,
      UNIQUE (id, attempt)
    ) STRICT;
    CREATE INDEX queue ON commands (n) WHERE state < 2;

    CREATE TABLE receipts (
      seq INTEGER PRIMARY KEY,
      command INTEGER,
      kind TEXT NOT NULL,
      body TEXT NOT NULL,
      published INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX outbox ON receipts (seq) WHERE published = 0;
    CREATE INDEX of_command ON receipts (command, seq);
    """

  /// How far a command had come.
  enum State: Int {
    case waiting, started, handled
  }

  /// Writes a journal.
  ///
  /// - Parameters:
  ///   - folder: The box's folder.
  ///   - commands: Ids, how far they had come and how they are repeated; each says its place, from 1.
  ///   - published: The receipts up to this number are published.
  ///   - version: The version of its tables, from 1.
  /// - Throws: `DatabaseError`.
  static func write(
    _ folder: String, _ commands: [(id: String, State, act: Int)], published: Int, version: Int = 1
  ) throws {
    let migrations = [tables] + JournalSchema.migrations[1..<version]
    var database = try Database(path: "\(folder)/box.db", migrations: migrations)
    try database.execute("UPDATE box SET session = 41, events = 7")
    var seq = 0
    for (index, (id, state, act)) in commands.enumerated() {
      let n = index + 1
      try database.execute(
        """
        INSERT INTO commands (n, id, attempt, state, accepted, settled, order_name, sound_command,
          act, topic, received_at, delivered_at, started_at, starts)
        VALUES (?, ?, 1, ?, 1, ?, ?, ?, ?, 't', 1795953500000, 1795953500000, NULL, ?)
        """, n, id, state.rawValue, state == .handled, id, "number:\(n)", act,
        state == .waiting ? 0 : 1)
      for kind in state == .handled ? ["delivered", "handled"] : ["delivered"] {
        seq += 1
        try database.execute(
          "INSERT INTO receipts (seq, command, kind, body, published) VALUES (?, ?, ?, ?, ?)",
          seq, n, kind, receipt(kind, id, seq), seq <= published)
      }
    }
  }

  private static func receipt(_ kind: String, _ id: String, _ seq: Int) -> String {
    let outcome = kind == "handled" ? "\"outcome\":\"played\"," : ""
    let moment = "\"2026-11-29T11:58:20.000Z\""
    return """
      {"v":1,"receipt":"\(kind)","id":"\(id)","order":"\(id)","store":"s1","box":"b1","attempt":1,\
      \(outcome)"code":0,"reason":null,"seq":\(seq),"session":41,"at":\(moment),\
      "times":{"received":\(moment),"delivered":\(moment)},"rounds":0,"channel":"mqtt",\
      "clock":"synced","duplicate":false,"hasHandled":0}
      """
  }
}
