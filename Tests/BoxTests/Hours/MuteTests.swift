import Box
import TestKit
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct `A muted box` {
  private let untilOne = "{\"until\":\"2026-11-29T13:00:00Z\"}"

  @Test func `says nothing, and receipts all the same`() async throws {
    try await withBox { box in
      #expect(
        try box.answer("mute", untilOne).data?["mutedUntil"] == "2026-11-29T13:00:00.000Z")
      try box.take(
        TestBox.command("a", "number:1"), TestBox.command("b", "number:2", "\"act\":4"),
        TestBox.command("c", "number:3", "\"priority\":\"high\""), TestBox.command("d", "no.name"),
        "}")
      let receipts = try await box.speak(untilReceipts: 9)
      #expect(receipts.prefix(4).map(\.receipt) == Array(repeating: "delivered", count: 4))
      #expect(receipts[4].code == 6)
      #expect(receipts.suffix(4).map(\.code) == [9, 9, 9, 9])
      #expect(receipts.last?.reason == "muted until 2026-11-29T13:00:00.000Z")
      #expect(receipts.suffix(4).allSatisfy { $0.hasHandled == 0 && $0.spoken == nil })
      #expect(box.speaker.volumes.isEmpty)
    }
  }

  @Test func `speaks again when the time has come, and the same orders may come again`()
    async throws
  {
    try await withBox { box in
      try box.ask("mute", untilOne)
      box.clock.advance(.seconds(3599))
      try box.take(TestBox.command("a", "number:1"))
      #expect(try await box.speak(untilReceipts: 2).last?.line == "handled a#1 muted 9")
      #expect(try box.askedHealth()["mutedUntil"] == "2026-11-29T13:00:00.000Z")
      box.clock.advance(.seconds(1))
      try box.take(TestBox.command("a", "number:1"))
      #expect(try await box.speak(untilReceipts: 2).last?.line == "handled a#2 played 0")
      #expect(try box.askedHealth()["mutedUntil"] == .null)
    }
  }

  @Test(arguments: ["", "{\"until\":null}", "{\"until\":\"off\"}", "{\"until\":false}"])
  func `speaks again when it is told to`(body: String) async throws {
    try await withBox { box in
      try box.ask("mute", untilOne)
      try box.take(TestBox.command("a", "number:1"))
      let receipts = try await box.speaking {
        _ = try await box.receipts(2)
        #expect(try box.answer("mute", body).data?["mutedUntil"] == .null)
        try box.take(TestBox.command("a", "number:1"))
        return try await box.receipts(2)
      }
      #expect(receipts.map(\.line) == ["delivered a#2", "handled a#2 played 0"])
    }
  }

  @Test func `is muted after a power cut, until the same time`() async throws {
    try await withTemporaryFolder { folder in
      let before = try TestBox(folder)
      try before.ask("mute", untilOne)
      try before.take(TestBox.command("a", "number:1"))
      let box = try TestBox(before.powerCut(), clock: before.clock)
      #expect(try await box.speak(untilReceipts: 2).last?.line == "handled a#1 muted 9")
      before.clock.advance(.seconds(3600))
      try box.take(TestBox.command("a", "number:1"))
      #expect(try await box.speak(untilReceipts: 2).last?.line == "handled a#2 played 0")
    }
  }

  @Test func `lets what is being spoken end, and ends an alert before its next round`()
    async throws
  {
    var policy = QueuePolicy()
    policy.repetition.pause = .zero
    let speaker = FakeSpeaker(.speak, .hold)
    try await withBox(speaker: speaker, policy: policy) { box in
      try box.take(TestBox.command("a", "number:1", "\"act\":4"))
      let receipt = try await box.speaking {
        _ = await speaker.nextStart()
        _ = await speaker.nextStart()
        try box.ask("mute", untilOne)
        speaker.end()
        return try #require(try await box.receipts(2).last)
      }
      #expect(receipt.line == "handled a#1 muted 9" && receipt.rounds == 2)
      #expect(speaker.said == ["ring 1", "ring"])
    }
  }

  @Test func `lets the urgent pass if the shop wants that`() async throws {
    var policy = QueuePolicy()
    policy.highPasses = true
    try await withBox(policy: policy) { box in
      try box.ask("mute", untilOne)
      try box.take(
        TestBox.command("a", "number:1"), TestBox.command("b", "number:2", "\"priority\":\"high\""))
      let lines = try await box.speak(untilReceipts: 4).map(\.line)
      #expect(lines.contains("handled a#1 muted 9") && lines.contains("handled b#1 played 0"))
    }
  }
}
