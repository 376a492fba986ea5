import Database
import SQL
import TestKit
import Testing

@testable import Box

@Suite(.timeLimit(.minutes(1))) struct `The journal` {
  /// Reads a box's file, which must not be open.
  private func count(_ what: StaticString, in folder: String) throws -> Int {
    var database = try Database(path: "\(folder)/box.db", migrations: JournalSchema.migrations)
    return try database.first(what)?[0] ?? -1
  }

  private func prepare(_ folder: String, _ statements: StaticString...) throws {
    var database = try Database(path: "\(folder)/box.db", migrations: JournalSchema.migrations)
    for statement in statements { try database.execute(statement) }
  }

  @Test func `gives nothing out for a transaction that failed`() async throws {
    try await withTemporaryFolder { folder in
      try prepare(
        folder,
        """
        CREATE TRIGGER poison BEFORE INSERT ON receipts WHEN NEW.body LIKE '%poison%'
        BEGIN SELECT RAISE(ABORT, 'no'); END
        """)
      let box = try TestBox(folder)
      #expect(throws: DatabaseError.self) {
        try box.take(TestBox.command("a"), TestBox.command("poison"), "{\"money\":1}")
      }
      #expect(try box.drain().isEmpty)
      try box.take(TestBox.command("a", "number:1"))
      let receipts = try await box.speak(untilReceipts: 2)
      #expect(receipts.map(\.line) == ["delivered a#1", "handled a#1 played 0"])
      #expect(receipts.map(\.seq) == [1, 2])
      #expect(box.speaker.said == ["1"])
    }
  }

  @Test func `that cannot store an outcome ends the announcements, and the order is said again`()
    async throws
  {
    try await withTemporaryFolder { folder in
      try prepare(
        folder,
        """
        CREATE TRIGGER full BEFORE INSERT ON receipts WHEN NEW.kind = 'handled'
        BEGIN SELECT RAISE(ABORT, 'full'); END
        """)
      do {
        let box = try TestBox(folder)
        try box.take(TestBox.command("a", "number:1"))
        await #expect(throws: DatabaseError.self) { try await box.announcements.run() }
        #expect(try box.drain().map(\.line) == ["delivered a#1"])
      }
      try prepare(folder, "DROP TRIGGER full")
      let receipts = try await TestBox(folder).speak(untilReceipts: 1)
      #expect(receipts.map(\.line) == ["handled a#1 played 0"])
      #expect(receipts.first?.replayed == true)
    }
  }

  @Test func `keeps bound what it keeps when only bad messages come`() async throws {
    try await withTemporaryFolder { folder in
      do {
        let box = try TestBox(folder)
        try box.take(TestBox.command("old", "number:1"), TestBox.command("waits", "number:2"))
        try box.take(TestBox.command("old", "number:1", "\"hasHandled\":1"))
      }
      try prepare(
        folder,
        """
        WITH RECURSIVE counter (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM counter WHERE i < 60000)
        INSERT INTO commands (n, id, attempt, state, accepted, settled, order_name, sound_command,
          act, topic, payload, received_at)
        SELECT 100 + i, 'bad', i, 2, 0, 0, 'bad', '', 0, 't', x'', 0 FROM counter
        """,
        """
        WITH RECURSIVE counter (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM counter WHERE i < 60000)
        INSERT INTO receipts (seq, command, kind, body, published)
        SELECT 100 + i, 100 + i, 'handled', '{}', 1 FROM counter
        """)
      do {
        let box = try TestBox(folder)
        try box.take((1...300).map { Array("}\($0)".utf8) })
        #expect(try box.drain().count == 301)
      }
      #expect(try count("SELECT count(*) FROM commands", in: folder) <= 20_101)
      #expect(try count("SELECT count(*) FROM commands WHERE id = 'old'", in: folder) == 0)
      #expect(try count("SELECT count(*) FROM commands WHERE id = 'waits'", in: folder) == 1)
      #expect(try count("SELECT count(*) FROM receipts", in: folder) >= 10_000)
      #expect(try count("SELECT count(*) FROM receipts", in: folder) <= 20_201)
      #expect(try count("SELECT max(seq) FROM receipts", in: folder) == 60_400)
    }
  }

  @Test func `keeps bound what it keeps when only copies come`() async throws {
    try await withTemporaryFolder { folder in
      do {
        let box = try TestBox(folder)
        let copy = Array(TestBox.command("a", "number:1", "\"hasHandled\":1").utf8)
        for _ in 1...30 { try box.take(Array(repeating: copy, count: 200)) }
        _ = try box.drain()
      }
      #expect((10_000...10_200).contains(try count("SELECT count(*) FROM receipts", in: folder)))
    }
  }

  @Test func `answers a copy of each order that it knows, however many came since`() async throws {
    try await withTemporaryFolder { folder in
      do {
        let box = try TestBox(folder)
        try box.take(TestBox.command("a", "number:1"))
        _ = try await box.speak(untilReceipts: 2)
        for first in stride(from: 0, to: 5100, by: 100) {
          try box.take(
            (first..<first + 100).map {
              Array(TestBox.command("o\($0)", "chime", "\"hasHandled\":1").utf8)
            })
        }
        _ = try box.drain()
        try box.take(TestBox.command("a", "number:1"))
        #expect(try box.drain().map(\.line) == ["delivered a#1 *", "handled a#1 played 0 *"])
      }
      #expect(try count("SELECT count(*) FROM receipts", in: folder) >= 10_000)
    }
  }
}
