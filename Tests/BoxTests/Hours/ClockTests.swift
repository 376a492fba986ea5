import Orders
import Service
import TestKit
import Testing
import Voice
import Wire

@testable import Box

@Suite(.timeLimit(.minutes(1))) struct `When the wall clock is wrong` {
  private let in1970 = Timestamp(milliseconds: 5000)

  /// Orders that are worth saying for ten minutes.
  private func rules() throws -> [OrderRule] {
    var rule = OrderRule(
      topic: try #require(TopicFilter(rawValue: "shop/orders")),
      say: try SayTemplate("number:{n}"))
    rule.id = try Template("{n}")
    rule.expires = .seconds(600)
    return [rule]
  }

  @Test func `a box that starts in 1970 says what it gets, and that it does not know the time`()
    async throws
  {
    let clock = TestClock()
    clock.set(in1970, isSynced: false)
    try await withBox(clock: clock, rules: try rules()) { box in
      try box.take("{\"n\":1}", topic: "shop/orders")
      try box.take(TestBox.command("a", "number:2", "\"expiresAt\":\"2026-11-29T12:00:00Z\""))
      let receipts = try await box.speak(untilReceipts: 4)
      #expect(receipts.suffix(2).map(\.outcome) == ["played", "played"])
      #expect(receipts.map(\.clock) == Array(repeating: "unsynced", count: 4))
      #expect(receipts.first?.at == "1970-01-01T00:00:05.000Z")
      #expect(try box.askedHealth()["clock"] == "unsynced")
      clock.set(TestClock.start)
      try box.take(TestBox.command("b", "number:3"))
      #expect(try await box.speak(untilReceipts: 2).map(\.clock) == ["synced", "synced"])
      #expect(try box.askedHealth()["clock"] == "synced")
    }
  }

  @Test func `nothing expires that came before it was set`() async throws {
    let clock = TestClock()
    clock.set(in1970, isSynced: false)
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker, clock: clock, rules: try rules()) { box in
      try box.take("{\"n\":1}", "{\"n\":2}", topic: "shop/orders")
      let receipts = try await box.speaking {
        _ = await speaker.nextStart()
        clock.set(TestClock.start)
        speaker.end()
        return try await box.receipts(4)
      }
      #expect(receipts.suffix(2).map(\.outcome) == ["played", "played"])
      #expect(try box.askedHealth()["oldestWaiting"] == .null)
    }
  }

  @Test func `nothing expires over a power cut that came before it was set`() async throws {
    try await withTemporaryFolder { folder in
      let clock = TestClock()
      clock.set(in1970, isSynced: false)
      let before = try TestBox(folder, clock: clock, rules: try rules())
      try before.take("{\"n\":1}", topic: "shop/orders")
      clock.set(TestClock.start)
      let box = try TestBox(before.powerCut(), clock: clock)
      #expect(try await box.speak(untilReceipts: 2).last?.outcome == "played")
    }
  }

  @Test func `what is worthless after ten minutes expires after ten minutes by any clock`()
    async throws
  {
    let clock = TestClock()
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker, clock: clock, rules: try rules()) { box in
      try box.take("{\"n\":1}", "{\"n\":2}", topic: "shop/orders")
      let receipts = try await box.speaking {
        _ = await speaker.nextStart()
        clock.advance(.seconds(600))
        clock.set(TestClock.start + .seconds(-7200))
        speaker.end()
        return try await box.receipts(4)
      }
      #expect(receipts.suffix(2).map(\.outcome) == ["played", "expired"])
      #expect(receipts.last?.reason == "expired 600 s after it came")
    }
  }

  @Test func `orders keep their order over a power cut, though it was set back between them`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let clock = TestClock()
      let before = try TestBox(folder, clock: clock)
      try before.take(TestBox.command("a", "number:1"))
      clock.set(TestClock.start + .seconds(-600))
      try before.take(TestBox.command("b", "number:2"))
      clock.advance(.seconds(60))
      let box = try TestBox(before.powerCut(), clock: clock)
      _ = try await box.speak(untilReceipts: 4)
      #expect(box.speaker.said == ["1", "2"])
    }
  }

  @Test func `an alert rings neither sooner nor later`() async throws {
    try await withBox { box in
      try box.take(TestBox.command("a", "number:1", "\"act\":4"))
      var processor = try box.processor()
      _ = try processor.open()
      #expect(try processor.handle([QueueEvent.deviceReady]).count == 1)
      #expect(try processor.handle([QueueEvent.played(omitted: [])]).isEmpty)
      box.clock.set(TestClock.start + .seconds(40_000_000))
      #expect(try processor.handle([QueueEvent]()).isEmpty)
      box.clock.set(TestClock.start + .seconds(-40_000))
      #expect(try processor.handle([QueueEvent]()).isEmpty)
      #expect(processor.queue.nextDue == box.clock.uptime + .seconds(1))
      box.clock.advance(.seconds(1))
      // The device has been idle: it is looked at first, and the round follows.
      _ = try processor.handle([QueueEvent]())
      let jobs = try processor.handle([QueueEvent.deviceReady])
      guard case .play(_, rings: true, _)? = jobs.last else {
        Issue.record("no round")
        return
      }
    }
  }

  @Test func `health tells by the other clock how long the oldest order has waited`() async throws {
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker) { box in
      try box.take(TestBox.command("a", "number:1"))
      box.clock.advance(.seconds(30))
      try box.take(TestBox.command("b", "number:2"))
      let health = try await box.speaking {
        _ = await speaker.nextStart()
        box.clock.advance(.seconds(60))
        box.clock.set(TestClock.start + .seconds(-40_000))
        return try box.askedHealth()
      }
      #expect(health["oldestWaiting"]?.text == "90")
    }
  }
}
