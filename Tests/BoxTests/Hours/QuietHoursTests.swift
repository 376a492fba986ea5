import Box
import TestKit
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct `In quiet hours a box` {
  /// Every day from 22:00 to 07:00, in a shop eight hours east of Greenwich.
  private var policy: QueuePolicy {
    var policy = QueuePolicy()
    policy.repetition.pause = .zero
    let window = WeeklyWindow(days: Set(1...7), from: 22 * 3600, to: 7 * 3600)
    policy.quietHours = QuietHours(windows: [window]) { moment in
      let seconds = Int(moment.milliseconds / 1000) + 8 * 3600
      // 1970-01-01 was a Thursday.
      return LocalTime(weekday: (seconds / 86_400 + 3) % 7 + 1, second: seconds % 86_400)
    }
    return policy
  }

  /// 22:00 in the shop is 14:00 in Greenwich, two hours after the clock of the test starts.
  private let evening = Duration.seconds(7200)

  @Test func `says nothing, receipts all, and speaks in the morning`() async throws {
    try await withBox(policy: policy) { box in
      try box.take(TestBox.command("a", "number:1"))
      #expect(try await box.speak(untilReceipts: 2).last?.line == "handled a#1 played 0")
      box.clock.advance(evening)
      try box.take(TestBox.command("b", "number:2"), TestBox.command("c", "number:3", "\"act\":4"))
      let receipts = try await box.speak(untilReceipts: 4)
      #expect(receipts.suffix(2).map(\.line) == ["handled b#1 muted 9", "handled c#1 muted 9"])
      #expect(receipts.last?.reason == "quiet hours until 07:00")
      box.clock.advance(.seconds(9 * 3600))
      try box.take(TestBox.command("b", "number:2"))
      #expect(try await box.speak(untilReceipts: 2).last?.line == "handled b#2 played 0")
      #expect(box.speaker.said == ["1", "2"])
    }
  }

  @Test func `ends an alert at the next round, and keeps the rounds that were heard`() async throws
  {
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker, policy: policy) { box in
      try box.take(TestBox.command("a", "number:1", "\"act\":4"))
      let receipt = try await box.speaking {
        _ = await speaker.nextStart()
        box.clock.advance(evening)
        speaker.end()
        return try #require(try await box.receipts(2).last)
      }
      #expect(receipt.line == "handled a#1 muted 9" && receipt.rounds == 1)
    }
  }

  @Test func `tells monitors so, though nothing has happened since they began`() async throws {
    try await withBox(policy: policy) { box in
      try box.take(TestBox.command("a", "number:1"))
      _ = try await box.speak(untilReceipts: 2)
      #expect(try box.askedHealth()["quiet"] == .bool(false))
      box.clock.advance(evening)
      #expect(try box.askedHealth()["quiet"] == .bool(true))
      box.clock.advance(.seconds(9 * 3600))
      #expect(try box.askedHealth()["quiet"] == .bool(false))
    }
  }

  @Test func `that does not know the time speaks`() async throws {
    let clock = TestClock()
    clock.set(Timestamp(milliseconds: 15 * 3600 * 1000), isSynced: false)
    try await withBox(clock: clock, policy: policy) { box in
      try box.take(TestBox.command("a", "number:1"))
      #expect(try await box.speak(untilReceipts: 2).last?.line == "handled a#1 played 0")
    }
  }
}
