import Box
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A full queue` {
  private var small: QueuePolicy {
    var policy = QueuePolicy()
    policy.limit = 2
    policy.summaryAbove = nil
    return policy
  }

  private func order(_ number: Int) -> String { TestBox.command("o\(number)", "number:\(number)") }

  @Test func `rejects what comes then, each with a receipt, and takes the same id later`()
    async throws
  {
    try await withBox(policy: small) { box in
      try box.take((1...40).map { Array(order($0).utf8) })
      let receipts = try box.drain()
      #expect(
        receipts.map(\.line)
          == ["delivered o1#1", "delivered o2#1"]
          + (3...40).map { "handled o\($0)#1 rejected 8" })
      #expect(receipts.last?.reason == "queue full: 2 commands wait already")
      #expect(receipts.last?.hasHandled == 0 && receipts.last?.times.delivered == nil)
      _ = try await box.speak(untilReceipts: 2)
      try box.take(order(40))
      let again = try await box.speak(untilReceipts: 2)
      #expect(again.map(\.line) == ["delivered o40#2", "handled o40#2 played 0"])
      #expect(box.speaker.said == ["1", "2", "40"])
    }
  }

  @Test func `is as full after a power cut`() async throws {
    try await withTemporaryFolder { folder in
      let before = try TestBox(folder, policy: small)
      try before.take(order(1), order(2))
      let box = try TestBox(before.powerCut(), policy: small)
      try box.take(order(3))
      #expect(try box.drain().last?.line == "handled o3#1 rejected 8")
    }
  }

  @Test func `answers copies, what was handled elsewhere and what cannot be read as ever`()
    async throws
  {
    try await withBox(policy: small) { box in
      try box.take(order(1), order(2))
      _ = try box.drain()
      try box.take(
        order(1), TestBox.command("e", "number:9", "\"hasHandled\":1"),
        TestBox.command("o2", "number:7"), "}")
      let receipts = try box.drain()
      #expect(
        receipts.prefix(4).map(\.line) == [
          "delivered o1#1 *", "delivered e#1", "handled e#1 duplicate 1", "handled o2#2 rejected 7",
        ])
      #expect(receipts.count == 5 && receipts.last?.code == 6)
    }
  }

  @Test func `gives a payment without an id a receipt under an id of its own`() async throws {
    try await withBox(policy: small) { box in
      try box.take(order(1), order(2))
      _ = try box.drain()
      try box.take("{\"money\":1}", "{\"money\":1}", topic: "pay")
      let receipts = try box.drain()
      #expect(receipts.map(\.code) == [8, 8])
      #expect(Set(receipts.map(\.id)).count == 2)
    }
  }

  @Test
  func `has room again when an order that waited was handled elsewhere, or is a part of a sum`()
    async throws
  {
    var policy = QueuePolicy.rush
    policy.limit = 3
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker, policy: policy) { box in
      try box.takeRush()
      try box.take(TestBox.command("full", "number:1"))
      try box.take(TestBox.command("c", "order.new money:CNY1.50", "\"hasHandled\":1"))
      try box.take(TestBox.command("d", "order.new"))
      #expect(
        try box.drain().suffix(3).map(\.line) == [
          "handled full#1 rejected 8", "handled c#1 duplicate 1", "delivered d#1",
        ])
      _ = try await box.speaking {
        _ = await speaker.nextStart()
        // The three are one now.
        try box.take(
          TestBox.command("e", "number:1"), TestBox.command("f", "number:2"),
          TestBox.command("g", "number:3"))
        let lines = try box.drain().map(\.line)
        #expect(lines.suffix(3) == ["delivered e#1", "delivered f#1", "handled g#1 rejected 8"])
      }
    }
  }

  @Test func `lets an alert ring on, which keeps its place`() async throws {
    var policy = small
    policy.repetition.pause = .zero
    let speaker = FakeSpeaker(.speak, .hold)
    try await withBox(speaker: speaker, policy: policy) { box in
      try box.take(TestBox.command("alert", "number:1", "\"act\":4"), order(2))
      _ = try await box.speaking {
        _ = await speaker.nextStart()
        _ = await speaker.nextStart()
        try box.take(order(3))
        #expect(try box.drain().contains { $0.line == "handled o3#1 rejected 8" })
      }
    }
  }
}
