import Box
import Messaging
import Orders
import TestKit
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct `An acknowledgement` {
  private func alert(_ id: String, order: String) -> String {
    TestBox.command(id, "number:1", "\"act\":4", "\"order\":\"\(order)\"")
  }

  /// Messages that acknowledge an order, and others that also say something.
  private func rules() throws -> [OrderRule] {
    let quiet = OrderRule(
      topic: try #require(TopicFilter(rawValue: "shop/accepted")),
      acknowledges: try Template("{order}"))
    var spoken = OrderRule(
      topic: try #require(TopicFilter(rawValue: "shop/cancelled")),
      say: try SayTemplate("order.cancelled"))
    spoken.id = try Template("{order}-cancelled")
    spoken.acknowledges = try Template("{order}")
    return [quiet, spoken]
  }

  @Test(arguments: [false, true])
  func `by request ends a ring, names who it was, and leaves other orders ringing`(store: Bool)
    async throws
  {
    let speaker = FakeSpeaker(.hold, .hold)
    try await withBox(speaker: speaker) { box in
      try box.take(alert("a", order: "7"), alert("b", order: "8"))
      let receipt = try await box.speaking {
        _ = await speaker.nextStart()
        #expect(
          try box.answer("acknowledge", "{\"order\":\"7\"}", store: store).data?["ended"]?.text
            == "1")
        #expect(await speaker.nextCut() == .soon)
        // The other one rings at once.
        _ = await speaker.nextStart()
        return try #require(try box.drain().last)
      }
      #expect(receipt.line == "handled a#1 stopped 0" && receipt.order == "7")
      #expect(
        receipt.reason == "acknowledged by a request to the \(store ? "store" : "box")")
      #expect(receipt.rounds == 0 && receipt.replayed == nil && receipt.hasHandled == 1)
      #expect(box.journal.waitingCount == 1)
    }
  }

  @Test func `is on the disk when it is answered: no ring after a power cut`() async throws {
    try await withTemporaryFolder { folder in
      let before = try TestBox(folder)
      try before.take(alert("a", order: "7"))
      #expect(try before.answer("acknowledge", "{\"order\":\"7\"}").data != nil)
      let box = try TestBox(before.powerCut())
      let receipts = try await box.speak(untilReceipts: 2)
      #expect(receipts.map(\.line) == ["delivered a#1", "handled a#1 stopped 0"])
      #expect(receipts.last?.reason == "acknowledged by a request to the box")
      #expect(box.speaker.volumes.isEmpty)
    }
  }

  @Test func `in the middle of a round holds over a power cut, and the rounds are told`()
    async throws
  {
    var policy = QueuePolicy()
    policy.repetition.pause = .zero
    let speaker = FakeSpeaker(.speak, .endAnyway)
    try await withTemporaryFolder { folder in
      let before = try TestBox(folder, speaker: speaker, policy: policy)
      try before.take(alert("a", order: "7"))
      let cut = try await before.speaking {
        _ = await speaker.nextStart()
        _ = await speaker.nextStart()
        try before.ask("acknowledge", "{\"order\":\"7\"}")
        defer { speaker.end() }
        return try before.powerCut()
      }
      let box = try TestBox(cut, policy: policy)
      let receipt = try #require(try await box.speak(untilReceipts: 2).last)
      #expect(receipt.line == "handled a#1 stopped 0" && receipt.rounds == 1)
      #expect(receipt.spoken == "ring 1")
      #expect(box.speaker.volumes.isEmpty)
    }
  }

  @Test func `by a request that comes before its order is remembered, over a power cut`()
    async throws
  {
    try await withBox { box in
      let reply = try box.answer("acknowledge", "{\"order\":\"7\"}")
      #expect(reply.error?.contains("it will not ring") == true)
      let again = try TestBox(try box.powerCut())
      try again.take(alert("a", order: "7"))
      let receipts = try await again.speak(untilReceipts: 2)
      #expect(receipts.map(\.line) == ["delivered a#1", "handled a#1 played 0"])
      #expect(receipts.last?.reason == "acknowledged before it came, by a request to the box")
    }
  }

  @Test func `twice, or of an alert that nobody answered, is no error; of an unknown order it is`()
    async throws
  {
    var policy = QueuePolicy()
    policy.repetition.rounds = 1
    try await withBox(policy: policy) { box in
      try box.take(alert("a", order: "7"), TestBox.command("b", "number:2", "\"order\":\"9\""))
      let receipts = try await box.speak(untilReceipts: 4)
      #expect(receipts.contains { $0.reason == "nobody acknowledged it in 1 rounds" })
      for _ in 1...2 {
        let reply = try box.answer("acknowledge", "{\"order\":\"7\"}")
        #expect(reply.data?["ended"]?.text == "0")
      }
      #expect(try box.answer("acknowledge", "{\"order\":\"8\"}").error != nil)
      // It was never to be repeated.
      #expect(try box.answer("acknowledge", "{\"order\":\"9\"}").error != nil)
      #expect(try box.drain().isEmpty)
    }
  }

  @Test func `ends all alerts of its order, those too that nobody has heard yet`() async throws {
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker) { box in
      try box.take(
        alert("a", order: "7"), alert("a-again", order: "7"),
        TestBox.command("c", "number:3", "\"order\":\"7\""))
      let receipts = try await box.speaking {
        _ = await speaker.nextStart()
        try box.ask("acknowledge", "{\"order\":\"7\"}")
        return try await box.receipts(6).suffix(3)
      }
      #expect(
        receipts.map(\.line).sorted() == [
          "handled a#1 stopped 0", "handled a-again#1 stopped 0", "handled c#1 played 0",
        ])
    }
  }

  @Test func `by an order message ends a ring, and has no receipt of its own`() async throws {
    try await withBox(rules: try rules()) { box in
      try box.take(alert("a", order: "7"))
      try box.take("{\"order\":7}", topic: "shop/accepted")
      let receipts = try await box.speak(untilReceipts: 2)
      #expect(receipts.map(\.line) == ["delivered a#1", "handled a#1 stopped 0"])
      #expect(receipts.last?.reason == "acknowledged by a message on shop/accepted")
      #expect(box.speaker.volumes.isEmpty)
    }
  }

  @Test func `by an order message that says something does both`() async throws {
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker, rules: try rules()) { box in
      try box.take(alert("a", order: "7"))
      let receipts = try await box.speaking {
        _ = await speaker.nextStart()
        try box.take("{\"order\":\"7\"}", topic: "shop/cancelled")
        return try await box.receipts(4)
      }
      #expect(
        receipts.map(\.line) == [
          "delivered a#1", "delivered 7-cancelled#1", "handled a#1 stopped 0",
          "handled 7-cancelled#1 played 0",
        ])
      #expect(speaker.said == ["order.cancelled"])
      try box.take("{\"order\":\"7\"}", topic: "shop/cancelled")
      #expect(
        try box.drain().map(\.line) == [
          "delivered 7-cancelled#1 *", "handled 7-cancelled#1 played 0 *",
        ])
    }
  }

  @Test func `by an order message holds though the queue is full`() async throws {
    var policy = QueuePolicy()
    policy.limit = 1
    try await withBox(policy: policy, rules: try rules()) { box in
      try box.take(alert("a", order: "7"))
      try box.take("{\"order\":\"7\"}", topic: "shop/cancelled")
      let receipts = try await box.speak(untilReceipts: 3)
      #expect(
        receipts.map(\.line) == [
          "delivered a#1", "handled 7-cancelled#1 rejected 8", "handled a#1 stopped 0",
        ])
    }
  }

  @Test func `by an order message that comes before its order lets it be announced once`()
    async throws
  {
    let lines = Lines()
    try await withBox(rules: try rules(), log: lines.log) { box in
      try box.take("{\"order\":\"7\"}", topic: "shop/accepted")
      #expect(try box.drain().isEmpty)
      #expect(!lines.all.contains { $0.contains("order acknowledged") })
      #expect(lines.all.contains { $0.contains("order=7") })
      try box.take(alert("a", order: "7"))
      let receipts = try await box.speak(untilReceipts: 2)
      #expect(receipts.map(\.line) == ["delivered a#1", "handled a#1 played 0"])
      #expect(
        receipts.map(\.reason)
          == Array(
            repeating: "acknowledged before it came, by a message on shop/accepted", count: 2))
      // That was the order it was meant for: the next of that name rings.
      try box.take(alert("b", order: "7"))
      _ = await box.speaker.nextStart()
      _ = try await box.speaking { #expect(await box.speaker.nextStart() == "ring 1") }
    }
  }

  @Test(arguments: ["{}", "{\"order\":\"\"}", "{\"order\":[]}", "}"])
  func `by an order message that names no order is rejected`(message: String) async throws {
    try await withBox(rules: try rules()) { box in
      try box.take(alert("a", order: "7"))
      _ = try box.drain()
      try box.take(message, topic: "shop/accepted")
      #expect(try box.drain().map(\.code) == [6])
      #expect(box.journal.waitingCount == 1)
    }
  }

  @Test func `by the button is told to the store, and is that of the order heard last`()
    async throws
  {
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker) { box in
      try box.take(alert("a", order: "7"), TestBox.command("b", "number:2"))
      let receipts = try await box.speaking {
        box.eventQueue.press()
        _ = await speaker.nextStart()
        box.eventQueue.press()
        return try await box.receipts(4)
      }
      #expect(receipts.contains { $0.reason == "acknowledged by the button of b1" })
      let told = box.published().filter { $0.topic == box.topics.storeRequest("acknowledge") }
      #expect(told.map(\.text) == [Request(.acknowledge(order: "7")).json.encoded])
      #expect(speaker.said == ["2"])
    }
  }
}
