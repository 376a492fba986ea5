import Database
import SQL
import TestKit
import Testing

@testable import Box

@Suite(.timeLimit(.minutes(1))) struct `The speaker's place in the journal` {
  /// The numbers of the commands that the speaker gets.
  private func accepted(_ box: TestBox, upTo number: Int64) throws -> [Int64] {
    try box.journal.acceptedCommands(upTo: number, for: .speaker).map(\.n)
  }

  @Test func `gives each accepted command once, in order, and no rejected one`() async throws {
    try await withBox { box in
      try box.take(TestBox.command("a"), "{}", TestBox.command("b"), TestBox.command("c"))
      #expect(try accepted(box, upTo: 3) == [1, 3])
      #expect(try accepted(box, upTo: 3).isEmpty)
      #expect(try accepted(box, upTo: 4) == [4])
    }
  }

  @Test func `is at the end once all that waits has been read`() async throws {
    try await withBox { box in
      try box.take(TestBox.command("a"), TestBox.command("b"))
      let moment = box.clock.boxClock.moment
      #expect(try box.journal.queuedCommands(at: moment, for: .speaker).count == 2)
      #expect(try accepted(box, upTo: 2).isEmpty)
    }
  }

  @Test func `holds back what would be deleted, up to a limit`() async throws {
    try await withTemporaryFolder { folder in
      do { _ = try TestBox(folder) }
      do {
        var database = try Database(
          path: "\(folder)/box.db", migrations: JournalSchema.migrations)
        try database.execute(
          """
          WITH RECURSIVE counter (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM counter WHERE i < 50000)
          INSERT INTO commands (n, id, attempt, state, accepted, settled, order_name, sound_command,
            act, topic, received_at)
          SELECT i, 'o' || i, 1, 2, 1, 1, 'o', 'chime', 0, 't', 0 FROM counter
          """)
        try database.execute("UPDATE consumers SET cursor = 25000")
      }
      func oldest() throws -> Int64? {
        var database = try Database(
          path: "\(folder)/box.db", migrations: JournalSchema.migrations)
        return try database.first("SELECT min(n) FROM commands")?[0]
      }
      do { try TestBox(folder).take((1...100).map { Array("}\($0)".utf8) }) }
      // 50,100 are there; the speaker has had 25,000 of them.
      #expect(try oldest() == 25_001)
      do {
        var database = try Database(
          path: "\(folder)/box.db", migrations: JournalSchema.migrations)
        try database.execute("UPDATE consumers SET cursor = 0")
      }
      do { try TestBox(folder).take((101...20_000).map { Array("}\($0)".utf8) }) }
      #expect(try oldest() == 30_001)
    }
  }
}

@Suite(.timeLimit(.minutes(1))) struct `The content of a command` {
  private func content(_ box: TestBox) throws -> [String?] {
    var database = try Database(
      path: "\(box.powerCut())/box.db", migrations: JournalSchema.migrations)
    return try database.query("SELECT content FROM commands ORDER BY n").map { $0[0] }
  }

  @Test func `is kept with its id: alert and unknown keys beside the known columns`() async throws {
    try await withBox { box in
      try box.take(
        """
        {"aps":{"alert":{"title":"New order"},"soundCommand":"chime"},"id":"a","table":7}
        """, TestBox.command("b", "chime", "\"priority\":\"high\",\"volume\":40"))
      #expect(
        try content(box) == [#"{"aps":{"alert":{"title":"New order"}},"table":7}"#, nil])
    }
  }
}
