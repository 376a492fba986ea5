import Box
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct `The journal's counts` {
  @Test func `tell receipts that say something from those that are repeated`() async throws {
    try await withBox { box in
      let order = TestBox.command("a", "number:1")
      try box.take(order)
      try box.take(order)
      #expect(box.journal.counts.delivered == 1)
      #expect(box.journal.counts.repeated == 1)
      #expect(box.journal.counts.handled.isEmpty)
      _ = try await box.speak(untilReceipts: 3)
      #expect(box.journal.counts.handled == [.played: 1])
    }
  }

  @Test func `know what was rejected, and why`() async throws {
    try await withBox { box in
      try box.take("{}")
      try box.take(TestBox.command("a", "number:1"))
      try box.take(TestBox.command("a", "number:2"))
      #expect(
        box.journal.counts.handled == [.rejectedMalformed: 1, .rejectedConflict: 1])
    }
  }
}
