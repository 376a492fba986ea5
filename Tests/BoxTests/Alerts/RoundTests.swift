import Box
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The rounds of an alert` {
  private let alert = TestBox.command("a", "number:1", "\"act\":4")

  /// So many rounds, one after the other.
  private func policy(rounds: Int) -> QueuePolicy {
    var policy = QueuePolicy()
    policy.repetition.pause = .zero
    policy.repetition.rounds = rounds
    return policy
  }

  @Test func `say the order in the first and in each fifth one, and ring in all`() async throws {
    try await withBox(policy: policy(rounds: 11)) { box in
      try box.take(alert)
      let receipt = try #require(try await box.speak(untilReceipts: 2).last)
      #expect(receipt.line == "handled a#1 played 0" && receipt.rounds == 11)
      #expect(
        receipt.reason == "nobody acknowledged it in 11 rounds"
          && receipt.spoken == "ring 1")
      #expect(receipt.replayed == nil)
      let said = (1...11).map { [1, 5, 10].contains($0) ? "ring 1" : "ring" }
      #expect(box.speaker.said == said)
    }
  }

  @Test func `go on after a power cut where they were`() async throws {
    try await withTemporaryFolder { folder in
      let speaker = FakeSpeaker(.speak, .speak, .hold)
      let before = try TestBox(folder, speaker: speaker, policy: policy(rounds: 5))
      try before.take(alert)
      let cut = try await before.speaking {
        for _ in 1...3 { _ = await speaker.nextStart() }
        return try before.powerCut()
      }
      let box = try TestBox(cut, policy: policy(rounds: 5))
      let receipt = try #require(try await box.speak(untilReceipts: 2).last)
      #expect(box.speaker.said == ["ring", "ring", "ring 1"])
      #expect(
        receipt.rounds == 5 && receipt.spoken == "ring 1" && receipt.replayed == true)
    }
  }

  @Test func `are not given up for power cuts in different ones`() async throws {
    try await withTemporaryFolder { folder in
      var folder = folder
      for round in 1...4 {
        // A round that was cut is heard again, and the next one is cut.
        let turns: [FakeSpeaker.Turn] = round == 1 ? [.hold] : [.speak, .hold]
        let speaker = FakeSpeaker(turns)
        let box = try TestBox(folder, speaker: speaker, policy: policy(rounds: 5))
        if round == 1 { try box.take(alert) }
        folder = try await box.speaking {
          for _ in turns { _ = await speaker.nextStart() }
          return try box.powerCut()
        }
      }
      let receipt = try #require(
        try await TestBox(folder, policy: policy(rounds: 5)).speak(untilReceipts: 2).last)
      #expect(receipt.line == "handled a#1 played 0" && receipt.rounds == 5)
    }
  }

  @Test func `leave room between them for other orders`() async throws {
    try await withBox(policy: policy(rounds: 3)) { box in
      try box.take(
        alert, TestBox.command("b", "number:2"), TestBox.command("c", "number:3"),
        TestBox.command("d", "number:4", "\"act\":4"))
      let receipts = try await box.speak(untilReceipts: 8)
      #expect(receipts.suffix(4).allSatisfy { $0.outcome == "played" })
      #expect(box.speaker.said.prefix(3) == ["ring 1", "2", "3"])
      #expect(box.speaker.said.count == 8)
    }
  }

  @Test func `go on though the order would have expired, once it was heard`() async throws {
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker, policy: policy(rounds: 2)) { box in
      try box.take(
        TestBox.command("a", "number:1", "\"act\":4", "\"expiresAt\":\"2026-11-29T12:00:10Z\""))
      let receipt = try await box.speaking {
        _ = await speaker.nextStart()
        box.clock.advance(.seconds(60))
        speaker.end()
        return try #require(try await box.receipts(2).last)
      }
      #expect(receipt.line == "handled a#1 played 0" && receipt.rounds == 2)
    }
  }
}
