import Box
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct `An order` {
  @Test func `gets a delivered and a handled receipt with all that the protocol asks for`()
    async throws
  {
    try await withBox { box in
      let connectionNumber = try box.journal.nextConnectionNumber()
      try box.take(TestBox.command("a", "order.new money:CNY88.50", "\"order\":\"7\""))
      let delivered = try #require(try box.drain().first)
      #expect(box.speaker.said.isEmpty)
      #expect(delivered.line == "delivered a#1")
      #expect(delivered.v == 1 && delivered.seq == 1 && delivered.session == connectionNumber)
      #expect(delivered.store == "s1" && delivered.box == "b1" && delivered.order == "7")
      #expect(delivered.code == 0 && delivered.reason == nil && delivered.hasHandled == 0)
      #expect(delivered.times.delivered == delivered.at && delivered.times.started == nil)
      box.clock.advance(.seconds(1))
      let handled = try #require(try await box.speak(untilReceipts: 1).first)
      #expect(handled.line == "handled a#1 played 0")
      #expect(handled.v == 1 && handled.seq == 2 && handled.session == connectionNumber)
      #expect(handled.store == "s1" && handled.box == "b1" && handled.order == "7")
      #expect(handled.reason == nil && handled.rounds == 1 && handled.channel == "mqtt")
      #expect(handled.spoken == "order.new 88 point 5 yuan" && handled.clock == "synced")
      #expect(handled.replayed == nil && handled.hasHandled == 1)
      #expect(handled.times.received == "2026-11-29T12:00:00.000Z")
      #expect(handled.times.delivered == "2026-11-29T12:00:00.000Z")
      #expect(handled.times.started == "2026-11-29T12:00:01.000Z")
      #expect(handled.times.finished == "2026-11-29T12:00:01.000Z")
      #expect(box.speaker.said == ["order.new 88 point 5 yuan"])
    }
  }

  @Test func `waits for all that came before it, and receipts count without gaps`() async throws {
    try await withBox { box in
      for batch in 0..<10 {
        let numbers = batch * 10..<batch * 10 + 10
        try box.take(
          numbers.map { Array(TestBox.command("o\($0)", "number:\($0)").utf8) })
      }
      let receipts = try await box.speak(untilReceipts: 200)
      #expect(box.speaker.said == (0..<100).map { "\($0)" })
      #expect(receipts.map(\.seq) == Array(1...200))
      #expect(
        receipts.map(\.line)
          == (0..<100).map { "delivered o\($0)#1" } + (0..<100).map { "handled o\($0)#1 played 0" })
    }
  }

  @Test func `is handled only after its last sample, and before anything else is done`()
    async throws
  {
    let steps = Mutex<[String]>([])
    let speaker = FakeSpeaker(.hold) { steps.withLock { $0.append("prepare") } }
    try await withBox(
      speaker: speaker, observe: { step in steps.withLock { $0.append(step.rawValue) } }
    ) { box in
      try box.take(TestBox.command("a", "number:1", "\"volume\":\"40\""))
      let receipts = try await box.speaking {
        #expect(await speaker.nextStart() == "1")
        #expect(try box.drain().map(\.line) == ["delivered a#1"])
        speaker.end()
        return try await box.receipts(1)
      }
      #expect(receipts.map(\.line) == ["handled a#1 played 0"])
      #expect(speaker.volumes == [40])
      #expect(
        steps.withLock { $0 }.filter { $0 != "receipt-published" }.prefix(6) == [
          "received", "committed", "prepare", "started", "drained", "outcome-committed",
        ])
    }
  }

  @Test func `that ended as the box is told to stop does not begin the next one`() async throws {
    let speaker = FakeSpeaker(.endAnyway)
    try await withBox(speaker: speaker) { box in
      try box.take(TestBox.command("a", "number:1"), TestBox.command("b", "number:2"))
      await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await box.announcements.run() }
        _ = await speaker.nextStart()
        group.cancelAll()
        speaker.end()
      }
      #expect(try box.drain().map(\.line).last == "handled a#1 played 0")
      let handled = try await box.speak(untilReceipts: 1)
      #expect(handled.map(\.line) == ["handled b#1 played 0"])
      #expect(handled.first?.replayed == nil)
      #expect(speaker.volumes.count == 2)
    }
  }
}
