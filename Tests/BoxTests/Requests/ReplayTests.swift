import Box
import TestKit
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct `A replay by request` {
  private let body = "{\"id\":\"a\"}"
  private let order = TestBox.command("a", "number:1", "\"act\":4")
  private let soon = "\"expiresAt\":\"2026-11-29T12:00:00Z\""

  @Test func `speaks a known order once more, also an alert, as a new attempt`() async throws {
    var policy = QueuePolicy()
    policy.repetition.rounds = 1
    try await withBox(policy: policy) { box in
      try box.take(order)
      _ = try await box.speak(untilReceipts: 2)
      box.clock.advance(.seconds(60))
      let reply = try box.answer("replay", body)
      #expect(reply.data?["id"] == "a")
      let receipts = try await box.speak(untilReceipts: 2)
      #expect(receipts.map(\.line) == ["delivered a#2", "handled a#2 played 0"])
      #expect(receipts.map(\.replayed) == [true, true])
      #expect(receipts.last?.reason == "replay by request")
      #expect(receipts.last?.rounds == 1 && receipts.last?.order == "a")
      #expect(receipts.last?.times.received == "2026-11-29T12:01:00.000Z")
      #expect(box.speaker.said == ["ring 1", "1"])
      #expect(try box.answer("acknowledge", "{\"order\":\"a\"}").data != nil)
    }
  }

  @Test func `does not settle the id anew: copies get the first receipts, during and after`()
    async throws
  {
    let speaker = FakeSpeaker(.speak, .hold)
    try await withBox(speaker: speaker) { box in
      let order = TestBox.command("a", "number:1")
      let first = ["delivered a#1 *", "handled a#1 played 0 *"]
      try box.take(order)
      _ = try await box.speak(untilReceipts: 2)
      try box.ask("replay", body)
      try box.take(order, TestBox.command("a", "number:1", "\"hasHandled\":1"))
      #expect(try box.drain().map(\.line) == ["delivered a#2"] + first + first)
      _ = try await box.speaking {
        _ = await speaker.nextStart()
        _ = await speaker.nextStart()
        try box.take(order)
        #expect(try box.drain().map(\.line) == first)
        speaker.end()
        return try await box.receipts(1)
      }
      try box.take(order)
      #expect(try box.drain().map(\.line) == first)
      #expect(speaker.said == ["1", "1"])
    }
  }

  @Test func `that is muted leaves settled what was settled`() async throws {
    try await withBox { box in
      let order = TestBox.command("a", "number:1")
      try box.take(order)
      _ = try await box.speak(untilReceipts: 2)
      try box.ask("mute", "{\"until\":\"2026-11-29T13:00:00Z\"}")
      try box.ask("replay", body)
      let receipts = try await box.speak(untilReceipts: 2)
      #expect(receipts.last?.line == "handled a#2 muted 9")
      try box.take(order)
      #expect(try box.drain().map(\.line) == ["delivered a#1 *", "handled a#1 played 0 *"])
    }
  }

  @Test func `that is muted burns no id that was not settled`() async throws {
    try await withBox { box in
      try box.take(TestBox.command("a", "number:1", soon))
      _ = try await box.speak(untilReceipts: 2)
      try box.ask("mute", "{\"until\":\"2026-11-29T13:00:00Z\"}")
      try box.ask("replay", body)
      #expect(try await box.speak(untilReceipts: 2).last?.line == "handled a#2 muted 9")
      try box.ask("mute", "{\"until\":null}")
      try box.take(TestBox.command("a", "number:1"))
      let receipts = try await box.speak(untilReceipts: 2)
      #expect(receipts.map(\.line) == ["delivered a#3", "handled a#3 played 0"])
    }
  }

  @Test func `of an order that was not heard settles it`() async throws {
    try await withBox { box in
      try box.take(TestBox.command("a", "number:1", soon))
      _ = try await box.speak(untilReceipts: 2)
      try box.ask("replay", body)
      _ = try await box.speak(untilReceipts: 2)
      try box.take(TestBox.command("a", "number:1", soon))
      #expect(try box.drain().map(\.line) == ["delivered a#2 *", "handled a#2 played 0 *"])
    }
  }

  @Test func `of what nobody knows, was refused, or still waits is an error`() async throws {
    try await withBox { box in
      #expect(try box.answer("replay", body).error?.contains("'a'") == true)
      try box.take(TestBox.command("a", "money:CNY1,0"))
      #expect(try box.answer("replay", body).error?.hasPrefix("id: no command") == true)
      try box.take(TestBox.command("a", "number:1"))
      #expect(try box.answer("replay", body).error?.hasPrefix("id: ") == true)
      _ = try await box.speak(untilReceipts: 3)
      try box.ask("replay", body)
      #expect(try box.replies().last?.data != nil)
      #expect(try box.answer("replay", body).error?.contains("not been handled") == true)
      _ = try await box.speak(untilReceipts: 2)
      #expect(box.speaker.said == ["1", "1"])
    }
  }

  @Test func `needs room in the queue`() async throws {
    var policy = QueuePolicy()
    policy.limit = 1
    try await withBox(policy: policy) { box in
      try box.take(TestBox.command("a", "number:1"))
      _ = try await box.speak(untilReceipts: 2)
      try box.take(TestBox.command("b", "number:2"))
      #expect(try box.answer("replay", body).error?.hasPrefix("queue full") == true)
      #expect(try box.drain().map(\.line) == ["delivered b#1"])
    }
  }

  @Test func `is on the disk when it is answered`() async throws {
    try await withTemporaryFolder { folder in
      let before = try TestBox(folder)
      try before.take(TestBox.command("a", "number:1", "\"act\":4", "\"hasHandled\":1"))
      #expect(try before.answer("replay", body).data != nil)
      let box = try TestBox(before.powerCut())
      let receipts = try await box.speak(untilReceipts: 4)
      #expect(
        receipts.map(\.line) == [
          "delivered a#1", "handled a#1 duplicate 1", "delivered a#2", "handled a#2 played 0",
        ])
      #expect(receipts.last?.replayed == true)
      #expect(box.speaker.said == ["1"])
    }
  }

  @Test func `in a rush is heard by itself, in no sum`() async throws {
    try await withBox(policy: .rush) { box in
      let order = TestBox.command("a", "order.new money:CNY9")
      try box.take(order)
      _ = try await box.speak(untilReceipts: 2)
      try box.ask("replay", body)
      try box.take((1...4).map { Array(TestBox.command("o\($0)", "order.new").utf8) })
      let receipts = try await box.speak(untilReceipts: 12)
      #expect(receipts.contains { $0.line == "handled a#2 played 0" && $0.replayed == true })
      #expect(box.speaker.said.count { $0 == "order.new 9 yuan" } == 2)
    }
  }
}
