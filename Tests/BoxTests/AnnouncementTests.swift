import Box
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The announcements` {
  @Test func `let an order expire while the one before it is spoken`() async throws {
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker) { box in
      try box.take(
        TestBox.command("a", "number:1", "\"expiresAt\":\"2026-11-29T12:00:00.001Z\""),
        TestBox.command("b", "number:2", "\"expiresAt\":\"2026-11-29T12:00:10Z\""),
        TestBox.command("c", "number:3", "\"expiresAt\":\"2026-11-29T20:00:10.001+08:00\""))
      _ = try box.drain()
      let receipts = try await box.speaking {
        _ = await speaker.nextStart()
        box.clock.advance(.seconds(10))
        speaker.end()
        return try await box.receipts(3)
      }
      #expect(
        receipts.map(\.line) == [
          "handled a#1 played 0", "handled b#1 expired 5", "handled c#1 played 0",
        ])
      #expect(receipts[1].reason == "expired at 2026-11-29T12:00:10.000Z")
      #expect(receipts[1].times.started == nil && receipts[1].rounds == 0)
      #expect(speaker.said == ["1", "3"])
    }
  }

  @Test(arguments: [
    ("chime no.such.name", "no.such.name"), ("number:10000", "10000"),
    ("order.new money:USD1.00", "USD"), ("money:CNY10000.00", "10000.00"),
    ("text:%E6%A1%8C", "no clip"), ("pause:5", "no clip"),
  ]) func `fail an order that the pack cannot say whole, before its first sound`(
    say: String, reason: String
  ) async throws {
    try await withBox { box in
      try box.take(TestBox.command("a", say), TestBox.command("b", "number:1"))
      let receipts = try await box.speak(untilReceipts: 4)
      #expect(receipts.suffix(2).map(\.line) == ["handled a#1 failed 2", "handled b#1 played 0"])
      #expect(receipts[2].reason?.contains(reason) == true)
      #expect(receipts[2].spoken == nil && receipts[2].hasHandled == 0)
      #expect(box.speaker.volumes.count == 1)
    }
  }

  @Test func `say in the receipt which text was left out`() async throws {
    try await withBox { box in
      try box.take(TestBox.command("a", "number:1 text:%E6%A1%8C text:hi"))
      let receipt = try await box.speak(untilReceipts: 2)[1]
      #expect(receipt.line == "handled a#1 played 0" && receipt.spoken == "1")
      #expect(receipt.reason == "left out, no synthesizer: 桌, hi")
    }
  }

  @Test func `log what became of each order, the failed and expired ones as well`() async throws {
    let lines = Lines()
    try await withBox(log: lines.log) { box in
      try box.take(
        TestBox.command("a", "no.such.name"), TestBox.command("b", "number:1"),
        TestBox.command("c", "number:1", "\"expiresAt\":\"2026-11-29T12:00:00Z\""))
      _ = try await box.speak(untilReceipts: 6)
      for (id, outcome) in [("a", "failed"), ("b", "played"), ("c", "expired")] {
        #expect(lines.all.contains { $0.contains("id=\(id)") && $0.contains(outcome) }, "\(id)")
      }
    }
  }

  @Test func `let orders wait for the device, begin none, and settle what expires`() async throws {
    let speaker = FakeSpeaker(isReady: false)
    let lines = Lines()
    try await withBox(speaker: speaker, log: lines.log) { box in
      try box.take(
        TestBox.command("a", "number:1", "\"expiresAt\":\"2026-11-29T12:00:10Z\""),
        TestBox.command("b", "number:2"))
      _ = try box.drain()
      let receipts = try await box.speaking {
        for _ in 1...3 { await speaker.nextPreparation() }
        #expect(try box.drain().isEmpty)
        box.clock.advance(.seconds(10))
        #expect(try await box.receipts(1).map(\.line) == ["handled a#1 expired 5"])
        #expect(speaker.volumes.isEmpty)
        speaker.set(ready: true)
        return try await box.receipts(1)
      }
      #expect(receipts.map(\.line) == ["handled b#1 played 0"])
      #expect(receipts.first?.replayed == nil)
      #expect(lines.all.count { $0.contains("sound device unavailable") } == 1)
    }
  }

  @Test func `say an order again that the device has cut`() async throws {
    let speaker = FakeSpeaker(.fail, .fail)
    try await withBox(speaker: speaker) { box in
      try box.take(TestBox.command("a", "number:1"), TestBox.command("b", "number:2"))
      let receipts = try await box.speak(untilReceipts: 4).suffix(2)
      #expect(receipts.map(\.line) == ["handled a#1 played 0", "handled b#1 played 0"])
      #expect(receipts.map(\.replayed) == [true, nil])
      #expect(speaker.said == ["1", "2"])
    }
  }

  @Test func `give an order up that the device has cut three times, and go on`() async throws {
    let speaker = FakeSpeaker(.fail, .fail, .fail)
    try await withBox(speaker: speaker) { box in
      try box.take(TestBox.command("a", "number:1"), TestBox.command("b", "number:2"))
      let receipts = try await box.speak(untilReceipts: 4).suffix(2)
      #expect(receipts.map(\.line) == ["handled a#1 failed 3", "handled b#1 played 0"])
      #expect(speaker.said == ["2"])
      try box.take(TestBox.command("a", "number:1"))
      let again = try await box.speak(untilReceipts: 2)
      #expect(again.map(\.line) == ["delivered a#2", "handled a#2 played 0"])
      #expect(again.last?.replayed == nil)
    }
  }

  @Test func `that are stopped in the middle of an order say it again, which is no crash`()
    async throws
  {
    let speaker = FakeSpeaker(.hold, .hold, .hold)
    try await withTemporaryFolder { folder in
      for _ in 1...3 {
        let box = try TestBox(folder, speaker: speaker)
        try box.take(TestBox.command("a", "number:1"))
        try await box.speaking { _ = await speaker.nextStart() }
        #expect(speaker.said.isEmpty)
      }
      let box = try TestBox(folder, speaker: speaker)
      let receipts = try await box.speak(untilReceipts: 4)
      #expect(receipts.map(\.seq) == [1, 2, 3, 4])
      #expect(receipts.last?.line == "handled a#1 played 0")
      #expect(receipts.last?.replayed == true)
    }
  }
}
