import Database
import Messaging
import Orders
import TestKit
import Testing
import Wire

@testable import Box

@Suite(.timeLimit(.minutes(1))) struct `With a disk that takes nothing` {
  /// Lends a box with an alert, whose disk then takes no changes of a kind.
  private func withBox(
    refusing: StaticString, rules: [OrderRule] = [], _ body: (TestBox) throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      do {
        let box = try TestBox(folder)
        try box.take(TestBox.command("a", "number:1", "\"act\":4"))
        try box.take(TestBox.command("old", "number:2", "\"hasHandled\":1"))
      }
      do {
        var database = try Database(path: "\(folder)/box.db", migrations: JournalSchema.migrations)
        try database.execute(refusing)
      }
      let box = try TestBox(folder, rules: rules)
      _ = try box.drain()
      try body(box)
    }
  }

  @Test(arguments: [("volume", "{\"value\":5}"), ("mute", "{\"until\":\"2026-11-29T13:00:00Z\"}")])
  func `a setting is neither changed nor answered, so that the broker sends it again`(
    _ verb: String, _ body: String
  ) async throws {
    try await withBox(
      refusing: """
        CREATE TRIGGER full BEFORE UPDATE OF volume ON box BEGIN SELECT RAISE(ABORT, 'full'); END
        """
    ) { box in
      #expect(throws: DatabaseError.self) { try box.ask(verb, body) }
      #expect(box.published().isEmpty && box.eventQueue.take().isEmpty)
      #expect(box.speaker.boxVolume == nil)
      #expect(box.status.settings == DeviceSettings(volume: 100, mutedUntil: nil))
    }
  }

  @Test func `an alert goes on though somebody acknowledged it`() async throws {
    try await withBox(
      refusing: """
        CREATE TRIGGER full BEFORE UPDATE OF acknowledged ON commands
        BEGIN SELECT RAISE(ABORT, 'full'); END
        """
    ) { box in
      #expect(throws: DatabaseError.self) { try box.ask("acknowledge", "{\"order\":\"a\"}") }
      #expect(box.published().isEmpty && box.eventQueue.take().isEmpty)
    }
  }

  @Test func `nothing is replayed`() async throws {
    try await withBox(
      refusing: """
        CREATE TRIGGER full BEFORE INSERT ON receipts BEGIN SELECT RAISE(ABORT, 'full'); END
        """
    ) { box in
      #expect(throws: DatabaseError.self) { try box.ask("replay", "{\"id\":\"old\"}") }
      #expect(box.published().isEmpty && box.eventQueue.take().isEmpty)
      #expect(box.journal.waitingCount == 1)
    }
  }

  @Test func `an acknowledgement is undone with the batch that it came in`() async throws {
    let rule = OrderRule(
      topic: try #require(TopicFilter(rawValue: "shop/#")), acknowledges: try Template("{order}"))
    try await withBox(
      refusing: """
        CREATE TRIGGER full BEFORE INSERT ON receipts BEGIN SELECT RAISE(ABORT, 'full'); END
        """, rules: [rule]
    ) { box in
      #expect(throws: DatabaseError.self) {
        try box.take("{\"order\":\"a\"}", "{\"order\":7,\"x\":}", topic: "shop/accepted")
      }
      #expect(box.eventQueue.take().isEmpty)
      let moment = box.clock.boxClock.moment
      let waiting = try box.journal.queuedCommands(at: moment, for: .speaker)
      #expect(waiting.map(\.acknowledgedBy) == [nil])
    }
  }
}
