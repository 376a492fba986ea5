import TestKit
import Testing
import Wire

@testable import Box

@Suite(.timeLimit(.minutes(1))) struct `After a power cut a summary` {
  /// Checks that each of the three orders, and the summary, has exactly one receipt of each kind.
  private func checkOnce(_ receipts: [Heard], outcome: String) {
    for id in ["a", "b", "c"] {
      let handled = receipts.filter { $0.id == id && $0.receipt == "handled" }
      #expect(handled.map(\.outcome) == [outcome], "\(id)")
    }
    let delivered = receipts.count { $0.receipt == "delivered" }
    let handled = receipts.count { $0.receipt == "handled" }
    #expect(delivered == 4 && handled == 4)
    #expect(receipts.map(\.seq) == Array(1...8))
  }

  @Test func `that waited is spoken as if nothing had been`() async throws {
    try await withTemporaryFolder { folder in
      let before = try TestBox(folder, policy: .rush)
      try before.takeRush()
      let moment = before.clock.boxClock.moment
      let command = try SoundCommand("summary.orders number:3")
      guard
        case .summary = try before.journal.summarize(
          before.journal.queuedCommands(at: moment, for: .speaker), as: command, at: moment)
      else { throw CancellationError() }
      #expect(before.journal.waitingCount == 1)
      let box = try TestBox(before.powerCut(), policy: .rush)
      #expect(box.journal.waitingCount == 1)
      let receipts = try await box.speak(untilReceipts: 8)
      checkOnce(receipts, outcome: "summarized")
      #expect(receipts.allSatisfy { $0.replayed == nil })
      #expect(box.speaker.said == ["summary.orders 3"])
      #expect(box.journal.waitingCount == 0)
    }
  }

  @Test func `that was being spoken is said once more, and all its receipts say so`() async throws {
    try await withTemporaryFolder { folder in
      let box = try TestBox(try await cut(folder, takingRush: true), policy: .rush)
      let receipts = try await box.speak(untilReceipts: 8)
      checkOnce(receipts, outcome: "summarized")
      #expect(receipts.suffix(4).map(\.replayed) == [true, true, true, true])
      #expect(box.speaker.said == ["summary.orders 3 4 point 5 yuan"])
    }
  }

  @Test func `that ended the box twice is given up with its orders`() async throws {
    try await withTemporaryFolder { folder in
      let first = try await cut(folder, takingRush: true)
      let box = try TestBox(try await cut(first, takingRush: false), policy: .rush)
      let receipts = try await box.speak(untilReceipts: 8)
      checkOnce(receipts, outcome: "failed")
      #expect(receipts.suffix(4).map(\.code) == [4, 4, 4, 4])
      #expect(box.speaker.said.isEmpty)
    }
  }

  @Test func `that was spoken is neither said nor receipted again`() async throws {
    try await withTemporaryFolder { folder in
      let before = try TestBox(folder, policy: .rush)
      try before.takeRush()
      checkOnce(try await before.speak(untilReceipts: 8), outcome: "summarized")
      let box = try TestBox(before.powerCut(), policy: .rush)
      try box.take(
        TestBox.command("z", "number:1"), TestBox.command("c", "order.new money:CNY1.50"))
      let receipts = try await box.speak(untilReceipts: 4)
      #expect(
        receipts.map(\.line) == [
          "delivered z#1", "delivered c#1 *", "handled c#1 summarized 10 *", "handled z#1 played 0",
        ])
      #expect(box.speaker.said == ["1"])
    }
  }

  @Test func `leaves no order behind that came between its making and the cut`() async throws {
    try await withTemporaryFolder { folder in
      let speaker = FakeSpeaker(.hold)
      let before = try TestBox(folder, speaker: speaker, policy: .rush)
      try before.takeRush()
      let cut = try await before.speaking {
        _ = await speaker.nextStart()
        try before.take(TestBox.command("d", "order.new money:CNY2"))
        return try before.powerCut()
      }
      let box = try TestBox(cut, policy: .rush)
      let receipts = try await box.speak(untilReceipts: 10)
      #expect(receipts.map(\.seq) == Array(1...10))
      #expect(receipts.count { $0.line == "handled d#1 played 0" } == 1)
      #expect(box.speaker.said == ["summary.orders 3 4 point 5 yuan", "order.new 2 yuan"])
    }
  }

  /// Begins to speak the summary, and cuts the power.
  private func cut(_ folder: String, takingRush: Bool) async throws -> String {
    let speaker = FakeSpeaker(.hold)
    let box = try TestBox(folder, speaker: speaker, policy: .rush)
    if takingRush { try box.takeRush() }
    return try await box.speaking {
      #expect(await speaker.nextStart() == "summary.orders 3 4 point 5 yuan")
      return try box.powerCut()
    }
  }
}
