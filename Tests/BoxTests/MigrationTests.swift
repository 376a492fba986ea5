import Database
import SQL
import TestKit
import Testing
import Wire

@testable import Box

@Suite(.timeLimit(.minutes(1))) struct `The journal of an earlier release` {
  @Test(arguments: [1, 2, 3, 4])
  func `is read: what waits is said, what was handled is known, the numbers go on`(_ version: Int)
    async throws
  {
    try await withTemporaryFolder { folder in
      try EarlierRelease.write(
        folder,
        [("old", .handled, act: 0), ("cut", .started, act: 0), ("a", .waiting, act: 0)],
        published: 1, version: version)
      let box = try TestBox(folder)
      #expect(box.journal.waitingCount == 2)
      let receipts = try await box.speak(untilReceipts: 5)
      #expect(
        receipts.map(\.line) == [
          "handled old#1 played 0", "delivered cut#1", "delivered a#1", "handled cut#1 played 0",
          "handled a#1 played 0",
        ])
      #expect(receipts.map(\.seq) == [2, 3, 4, 5, 6])
      #expect(receipts.map(\.replayed) == [nil, nil, nil, true, nil])
      #expect(box.speaker.said == ["2", "3"])
      try box.take(TestBox.command("old", "number:1"), TestBox.command("a", "number:4"))
      #expect(
        try box.drain().map(\.line) == [
          "delivered old#1 *", "handled old#1 played 0 *", "handled a#2 rejected 7",
        ])
      let connectionNumber = try box.journal.nextConnectionNumber()
      #expect(connectionNumber > 41)
      try box.take("{\"money\":1}", topic: "pay")
      #expect(try box.drain().map(\.id) == ["\(connectionNumber)-8"])
    }
  }

  @Test func `rings until somebody answers, and has the usual volume`() async throws {
    try await withTemporaryFolder { folder in
      try EarlierRelease.write(folder, [("a", .waiting, act: 4)], published: 1)
      let speaker = FakeSpeaker(.hold)
      let box = try TestBox(folder, speaker: speaker)
      #expect(box.status.settings == DeviceSettings(volume: 100, mutedUntil: nil))
      let receipts = try await box.speaking {
        #expect(await speaker.nextStart() == "ring 1")
        try box.ask("acknowledge", "{\"order\":\"a\"}")
        return try await box.receipts(1)
      }
      #expect(receipts.map(\.line) == ["handled a#1 stopped 0"])
      #expect(receipts.map(\.seq) == [2])
    }
  }

  @Test func `is replayed on request as any other`() async throws {
    try await withTemporaryFolder { folder in
      try EarlierRelease.write(folder, [("old", .handled, act: 4)], published: 2)
      let box = try TestBox(folder)
      #expect(try box.answer("replay", "{\"id\":\"old\"}").data != nil)
      let receipts = try await box.speak(untilReceipts: 2)
      #expect(receipts.map(\.line) == ["delivered old#2", "handled old#2 played 0"])
      #expect(box.speaker.said == ["1"])
    }
  }

  @Test func `is changed once: a second start finds it as the first left it`() async throws {
    try await withTemporaryFolder { folder in
      try EarlierRelease.write(folder, [("a", .waiting, act: 0)], published: 0)
      do {
        let box = try TestBox(folder)
        try box.ask("volume", "{\"value\":20}")
      }
      let box = try TestBox(folder)
      #expect(box.status.settings.volume == 20)
      #expect(
        try await box.speak(untilReceipts: 2).map(\.line) == [
          "delivered a#1", "handled a#1 played 0",
        ])
    }
  }
}

@Suite struct `The journal of a later release` {
  @Test func `is refused in words, and left as it is`() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/box.db"
      let later = JournalSchema.migrations + ["CREATE TABLE later (x INTEGER) STRICT"]
      do { _ = try Database(path: path, migrations: later) }
      let error = #expect(throws: DatabaseError.self) { try TestBox(folder) }
      let text = error.map { "\($0)" } ?? ""
      #expect(text.contains(path) && text.contains("newer"))
      // It is neither damaged, which would have it set aside, nor changed.
      #expect(error?.isCorrupt == false)
      var database = try Database(path: path, migrations: later)
      #expect(try database.query("SELECT x FROM later").isEmpty)
    }
  }
}
