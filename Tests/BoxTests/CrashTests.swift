import Box
import Messaging
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `After a power cut` {
  /// Begins the next announcement and cuts the power in the middle of it.
  private func cutWhileSpeaking(_ folder: String, _ prepare: (TestBox) throws -> Void = { _ in })
    async throws -> String
  {
    let speaker = FakeSpeaker(.hold)
    let box = try TestBox(folder, speaker: speaker)
    try prepare(box)
    return try await box.speaking {
      _ = await speaker.nextStart()
      return try box.powerCut()
    }
  }

  @Test func `in the middle of an order it is said once more, and the receipt says so`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let cut = try await cutWhileSpeaking(folder) { box in
        try box.take(TestBox.command("a", "number:1"), TestBox.command("b", "number:2"))
      }
      let box = try TestBox(cut)
      let receipts = try await box.speak(untilReceipts: 4)
      #expect(
        receipts.map(\.line) == [
          "delivered a#1", "delivered b#1", "handled a#1 played 0", "handled b#1 played 0",
        ])
      #expect(receipts.map(\.seq) == [1, 2, 3, 4])
      #expect(receipts.map(\.replayed) == [nil, nil, true, nil])
      #expect(box.speaker.said == ["1", "2"])
    }
  }

  @Test func `twice on the same order it is given up, and the next one plays`() async throws {
    try await withTemporaryFolder { folder in
      let first = try await cutWhileSpeaking(folder) { box in
        try box.take(TestBox.command("a", "number:1"), TestBox.command("b", "number:2"))
      }
      let second = try await cutWhileSpeaking(first)
      let box = try TestBox(second)
      let receipts = try await box.speak(untilReceipts: 4).suffix(2)
      #expect(receipts.map(\.line) == ["handled a#1 failed 4", "handled b#1 played 0"])
      #expect(receipts.map(\.replayed) == [true, nil])
      #expect(box.speaker.said == ["2"])
      try box.take(TestBox.command("a", "number:1"))
      let again = try await box.speak(untilReceipts: 2)
      #expect(again.map(\.line) == ["delivered a#2", "handled a#2 played 0"])
    }
  }

  @Test func `an order that waited is said as if nothing had been`() async throws {
    try await withTemporaryFolder { folder in
      let before = try TestBox(folder)
      try before.take(TestBox.command("a", "number:1"))
      let box = try TestBox(before.powerCut())
      let receipts = try await box.speak(untilReceipts: 2)
      #expect(receipts.map(\.line) == ["delivered a#1", "handled a#1 played 0"])
      #expect(receipts.last?.replayed == nil)
    }
  }

  @Test func `between the last sample and the receipt it is said again`() async throws {
    try await withTemporaryFolder { folder in
      let speaker = FakeSpeaker(.hold)
      let before = try TestBox(folder, speaker: speaker)
      try before.take(TestBox.command("a", "number:1"))
      let box = try await before.speaking {
        _ = await speaker.nextStart()
        let cut = try before.powerCut()
        speaker.end()
        return try TestBox(cut)
      }
      let receipts = try await box.speak(untilReceipts: 2)
      #expect(receipts.last?.line == "handled a#1 played 0")
      #expect(receipts.last?.replayed == true)
    }
  }

  @Test func `sessions, numbers of receipts and numbers of events grow on`() async throws {
    try await withTemporaryFolder { folder in
      let before = try TestBox(folder)
      let first = try before.journal.nextConnectionNumber()
      #expect(try before.journal.nextConnectionNumber() == first + 1)
      try before.take("{\"money\":1}", topic: "pay")
      #expect(try before.drain().map(\.seq) == [1])
      let box = try TestBox(before.powerCut())
      let third = try box.journal.nextConnectionNumber()
      #expect(third == first + 2)
      try box.take("{\"money\":1}", topic: "pay")
      let receipts = try await box.speak(untilReceipts: 3)
      #expect(receipts.map(\.seq) == [2, 3, 4])
      #expect(receipts.map(\.id) == ["\(third)-2", "\(first + 1)-1", "\(third)-2"])
      #expect(receipts.map(\.session) == [third, third, third])
      #expect(box.speaker.said.count == 2)
    }
  }

  @Test func `receipts go out again, but for those that are written down as published`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let before = try TestBox(folder)
      for number in 1...6 { try before.take(TestBox.command("o\(number)")) }
      #expect(before.outbox.next(atMost: 2).numbers == [1, 2])
      before.outbox.accept(1, 2)
      try before.outbox.writeDown()
      #expect(before.outbox.next(atMost: 3).numbers == [3, 4, 5])
      before.outbox.accept(3, 4)
      let box = try TestBox(before.powerCut())
      #expect(try box.drain().map(\.seq) == [3, 4, 5, 6])
      try box.outbox.writeDown()
      #expect(try TestBox(box.powerCut()).drain().isEmpty)
    }
  }
}
