import Box
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A summary` {
  @Test func `says many orders at once, and each receipt names it`() async throws {
    try await withRush { box in
      let receipts = try await box.speak(untilReceipts: 8)
      #expect(
        receipts.map(\.line) == [
          "delivered a#1", "delivered b#1", "delivered c#1", "delivered 0-1#1",
          "handled 0-1#1 played 0", "handled a#1 summarized 10", "handled b#1 summarized 10",
          "handled c#1 summarized 10",
        ])
      #expect(receipts.map(\.seq) == Array(1...8))
      #expect(receipts.suffix(3).map(\.reason) == Array(repeating: "summary 0-1", count: 3))
      #expect(receipts.suffix(4).map(\.hasHandled) == [1, 1, 1, 1])
      #expect(receipts.suffix(4).map(\.replayed) == [nil, nil, nil, nil])
      #expect(receipts[5].order == "first" && receipts[6].order == "b")
      #expect(Set(receipts.suffix(4).map(\.spoken)) == ["summary.orders 3 4 point 5 yuan"])
      #expect(box.speaker.said == ["summary.orders 3 4 point 5 yuan"])
    }
  }

  @Test func `keeps each order's own times of arrival`() async throws {
    try await withBox(policy: .rush) { box in
      try box.take(TestBox.command("a"))
      box.clock.advance(.seconds(1))
      try box.take(TestBox.command("b"), TestBox.command("c"))
      let receipts = try await box.speak(untilReceipts: 8).suffix(3)
      #expect(
        receipts.map(\.times.received) == [
          "2026-11-29T12:00:00.000Z", "2026-11-29T12:00:01.000Z", "2026-11-29T12:00:01.000Z",
        ])
      #expect(
        receipts.allSatisfy { $0.times.started != nil && $0.times.finished != nil })
    }
  }

  @Test func `leaves alone what somebody hears by itself: payments, alerts, the urgent`()
    async throws
  {
    try await withBox(policy: .rush) { box in
      try box.take(
        TestBox.command("p", "payment.received money:CNY1"), TestBox.command("o", "order.new"),
        TestBox.command("r", "payment.refund money:CNY1"), TestBox.command("c", "order.cancelled"),
        TestBox.command("h", "order.new", "\"priority\":\"high\""),
        TestBox.command("q", "payment.received money:CNY2"), TestBox.command("n", "order.new"),
        TestBox.command("s", "payment.received money:CNY3"))
      let outcomes = Set(try await box.speak(untilReceipts: 16).suffix(8).map(\.outcome))
      #expect(outcomes == ["played"])
    }
  }

  @Test func `is not made of orders that have expired`() async throws {
    try await withBox(policy: .rush) { box in
      let expired = "\"expiresAt\":\"2026-11-29T12:00:00Z\""
      try box.take(
        TestBox.command("a"), TestBox.command("b", "order.new", expired),
        TestBox.command("c"), TestBox.command("d"))
      let receipts = try await box.speak(untilReceipts: 10)
      let lines = Set(receipts.map(\.line))
      #expect(lines.contains("handled b#1 expired 5"))
      #expect(box.speaker.said == ["summary.orders 3"])
    }
  }
}

@Suite(.timeLimit(.minutes(1))) struct `A summary that is not heard` {
  @Test func `since somebody stopped it: so were its orders, for good`() async throws {
    let speaker = FakeSpeaker(.hold)
    try await withRush(speaker: speaker) { box in
      let receipts = try await box.speaking {
        _ = await speaker.nextStart()
        try box.ask("stop", "{\"scope\":\"current\"}")
        return try await box.receipts(8)
      }
      #expect(
        receipts.suffix(4).map(\.line) == [
          "handled 0-1#1 stopped 0", "handled a#1 stopped 0", "handled b#1 stopped 0",
          "handled c#1 stopped 0",
        ])
      #expect(receipts.last?.reason == "summary 0-1: stopped by request")
      #expect(receipts.suffix(4).allSatisfy { $0.spoken == nil && $0.rounds == 0 })
      try box.take(TestBox.command("b", "order.new money:CNY1.50"))
      #expect(try box.drain().map(\.line) == ["delivered b#1 *", "handled b#1 stopped 0 *"])
    }
  }

  @Test func `since the device cut it three times: its orders failed, and may come again`()
    async throws
  {
    try await withRush(speaker: FakeSpeaker(.fail, .fail, .fail)) { box in
      let receipts = try await box.speak(untilReceipts: 8)
      #expect(
        receipts.suffix(4).map(\.line) == [
          "handled 0-1#1 failed 3", "handled a#1 failed 3", "handled b#1 failed 3",
          "handled c#1 failed 3",
        ])
      #expect(receipts.last?.hasHandled == 0)
      #expect(receipts.last?.reason?.hasPrefix("summary 0-1: the sound device failed") == true)
      try box.take(TestBox.command("b", "order.new money:CNY1.50"))
      let again = try await box.speak(untilReceipts: 2)
      #expect(again.map(\.line) == ["delivered b#2", "handled b#2 played 0"])
      #expect(box.speaker.said == ["order.new 1 point 5 yuan"])
    }
  }

  @Test func `since the box was muted before its turn: its orders were muted, and may come again`()
    async throws
  {
    let speaker = FakeSpeaker(.hold, .hold)
    try await withRush(speaker: speaker) { box in
      let receipts = try await box.speaking {
        _ = await speaker.nextStart()
        try box.take(TestBox.command("urgent", "number:1", "\"priority\":\"high\""))
        #expect(await speaker.nextStart() == "1")
        try box.ask("mute", "{\"until\":\"2026-11-29T13:00:00Z\"}")
        speaker.end()
        return try await box.receipts(10)
      }
      #expect(
        receipts.suffix(5).map(\.line) == [
          "handled urgent#1 played 0", "handled 0-1#1 muted 9", "handled a#1 muted 9",
          "handled b#1 muted 9", "handled c#1 muted 9",
        ])
      #expect(receipts.last?.reason == "summary 0-1: muted until 2026-11-29T13:00:00.000Z")
      box.clock.advance(.seconds(3600))
      try box.take(TestBox.command("c", "order.new money:CNY1.50"))
      let again = try await box.speak(untilReceipts: 2)
      #expect(again.map(\.line) == ["delivered c#2", "handled c#2 played 0"])
    }
  }
}

@Suite(.timeLimit(.minutes(1))) struct `A copy of an order in a summary` {
  private let copy = TestBox.command("b", "order.new money:CNY1.50")

  @Test func `gets the delivered receipt again while that is spoken, and both after`() async throws
  {
    let speaker = FakeSpeaker(.hold)
    try await withRush(speaker: speaker) { box in
      _ = try await box.speaking {
        _ = await speaker.nextStart()
        _ = try box.drain()
        try box.take(copy, TestBox.command("b", "order.new money:CNY1.50", "\"hasHandled\":1"))
        #expect(try box.drain().map(\.line) == ["delivered b#1 *", "delivered b#1 *"])
        speaker.end()
        return try await box.receipts(4)
      }
      try box.take(copy)
      let again = try box.drain()
      #expect(again.map(\.line) == ["delivered b#1 *", "handled b#1 summarized 10 *"])
      #expect(again.last?.reason == "summary 0-1")
      try box.take(TestBox.command("z", "number:1"))
      _ = try await box.speak(untilReceipts: 2)
      #expect(speaker.said == ["summary.orders 3 4 point 5 yuan", "1"])
    }
  }

  @Test func `with another content is a conflict, and the sum stands`() async throws {
    let speaker = FakeSpeaker(.hold)
    try await withRush(speaker: speaker) { box in
      let receipts = try await box.speaking {
        _ = await speaker.nextStart()
        _ = try box.drain()
        try box.take(TestBox.command("b", "order.new money:CNY9.50"))
        speaker.end()
        return try await box.receipts(5)
      }
      #expect(receipts.first?.line == "handled b#2 rejected 7")
      #expect(receipts.count { $0.line == "handled b#1 summarized 10" } == 1)
    }
  }

  @Test func `handled elsewhere before the sum is made is not in it`() async throws {
    try await withBox(policy: .rush) { box in
      try box.take(
        ["a", "b", "c", "d"].map { Array(TestBox.command($0, "order.new money:CNY1.50").utf8) })
      try box.take(TestBox.command("b", "order.new money:CNY1.50", "\"hasHandled\":1"))
      let receipts = try await box.speak(untilReceipts: 10)
      #expect(receipts.count { $0.id == "b" && $0.receipt == "handled" } == 1)
      #expect(receipts.contains { $0.line == "handled b#1 duplicate 1" })
      #expect(box.speaker.said == ["summary.orders 3 4 point 5 yuan"])
    }
  }
}
