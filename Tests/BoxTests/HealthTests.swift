import Box
import Messaging
import TestKit
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct `The health of a box` {
  @Test func `tells what waits, what rings, and what came last`() async throws {
    let speaker = FakeSpeaker(.speak, .hold)
    try await withBox(speaker: speaker) { box in
      try box.take(TestBox.command("a", "number:1", "\"act\":4"))
      box.clock.advance(.seconds(10))
      try box.take(TestBox.command("b", "number:2"), TestBox.command("c", "number:3"))
      let health = try await box.speaking {
        _ = await speaker.nextStart()
        _ = await speaker.nextStart()
        box.clock.advance(.seconds(5))
        return try box.askedHealth()
      }
      #expect(health["queue"]?.text == "3" && health["ringing"]?.text == "1")
      #expect(health["oldestWaiting"]?.text == "15")
      #expect(health["lastOrder"] == "2026-11-29T12:00:10.000Z")
      #expect(health["at"] == "2026-11-29T12:00:15.000Z")
    }
  }

  @Test func `is empty on a new box, and tells when something was heard to its end`() async throws {
    try await withBox { box in
      let first = try box.askedHealth()
      #expect(first["queue"]?.text == "0" && first["ringing"]?.text == "0")
      for key in ["oldestWaiting", "lastOrder", "lastPlayed", "mutedUntil"] {
        #expect(first[key] == .null, "\(key)")
      }
      #expect(first["volume"]?.text == "100" && first["clock"] == "synced")
      try box.take(TestBox.command("a", "number:1"))
      _ = try await box.speak(untilReceipts: 2)
      box.clock.advance(.seconds(60))
      try box.take(TestBox.command("b", "no.such.name"), "}")
      _ = try await box.speak(untilReceipts: 3)
      let health = try box.askedHealth()
      #expect(health["queue"]?.text == "0" && health["oldestWaiting"] == .null)
      #expect(health["lastPlayed"] == "2026-11-29T12:00:00.000Z")
      #expect(health["lastOrder"] == "2026-11-29T12:01:00.000Z")
    }
  }

  @Test func `remembers over a power cut what came last`() async throws {
    try await withTemporaryFolder { folder in
      let before = try TestBox(folder)
      try before.take(TestBox.command("a", "number:1"))
      _ = try await before.speak(untilReceipts: 2)
      before.clock.advance(.seconds(60))
      try before.take(TestBox.command("b", "number:1"))
      let health = try TestBox(before.powerCut()).askedHealth()
      #expect(health["lastPlayed"] == "2026-11-29T12:00:00.000Z")
      #expect(health["lastOrder"] == "2026-11-29T12:01:00.000Z")
    }
  }

  @Test func `tells over a power cut of what came last, not of a clock that was ahead`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let before = try TestBox(folder)
      before.clock.set(TestClock.start + .seconds(400_000_000), isSynced: false)
      try before.take(TestBox.command("a", "number:1"))
      _ = try await before.speak(untilReceipts: 2)
      before.clock.set(TestClock.start)
      try before.take(TestBox.command("b", "number:1"))
      _ = try await before.speak(untilReceipts: 2)
      let health = try TestBox(before.powerCut()).askedHealth()
      #expect(health["lastPlayed"] == "2026-11-29T12:00:00.000Z")
      #expect(health["lastOrder"] == "2026-11-29T12:00:00.000Z")
    }
  }

  @Test func `is retained for a while, is answered as well, and is published without asking`()
    async throws
  {
    try await withBox { box in
      try box.ask("health", answerTo: "me")
      let published = box.published()
      try #require(published.map(\.topic) == [box.topics[.health], "me"])
      let (report, answer) = (published[0], try Reply(published[1]))
      #expect(
        report.isRetained && report.qualityOfService == .atMostOnce
          && report.expiry == .seconds(180))
      #expect(try JSONReader.read(report.payload).object == answer.data)
    }
  }

  @Test func `replaces the report that no broker has taken`() async throws {
    try await withBox { box in
      for volume in [10, 20, 30] { try box.ask("volume", "{\"value\":\(volume)}") }
      let reports = box.published().filter { $0.topic == box.topics[.health] }
      #expect(reports.count == 1)
      #expect(reports.first?.text.contains("\"volume\":30") == true)
    }
  }
}
