import Box
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Five hundred orders in one moment` {
  /// Checks that nothing is told twice, nothing is missing, and the numbers have no gap.
  private func check(_ receipts: [Heard], ids: [String]) {
    let seqs = receipts.map(\.seq)
    #expect(seqs == Array(1...receipts.count))
    for kind in ["delivered", "handled"] {
      let told = receipts.filter { $0.receipt == kind }.map(\.id)
      let isRight = told.count == ids.count + 1 && Set(told).isSuperset(of: ids)
      #expect(isRight, "\(kind): \(told.count)")
    }
  }

  @Test func `become one summary, and each has both its receipts, once`() async throws {
    try await withBox { box in
      let ids = (1...500).map { "o\($0)" }
      try box.take(ids.map { Array(TestBox.command($0, "order.new money:CNY1.50").utf8) })
      let receipts = try await box.speak(untilReceipts: 1002)
      check(receipts, ids: ids)
      let summarized = receipts.count { $0.outcome == "summarized" && $0.reason == "summary 0-1" }
      #expect(summarized == 500)
      #expect(box.speaker.said == ["summary.orders 5 hundred 7 hundred 50 yuan"])
      #expect(box.journal.waitingCount == 0)
      #expect(try TestBox(box.powerCut()).drain().isEmpty)
    }
  }

  @Test func `half of them payments: each amount is heard, the orders are one`() async throws {
    try await withBox { box in
      let ids = (1...500).map { "o\($0)" }
      try box.take(
        ids.enumerated().map { index, id in
          let say = index.isMultiple(of: 2) ? "order.new" : "payment.received money:CNY\(index)"
          return Array(TestBox.command(id, say).utf8)
        })
      let receipts = try await box.speak(untilReceipts: 1002)
      check(receipts, ids: ids)
      #expect(receipts.count { $0.outcome == "summarized" } == 250)
      let amounts = box.speaker.said.filter { $0.hasPrefix("payment.received") }
      #expect(amounts.count == 250)
      #expect(box.speaker.said.count == 251)
    }
  }

  @Test func `each twice over, with the power cut in the middle, are each heard once`() async throws
  {
    try await withTemporaryFolder { folder in
      let ids = (1...500).map { "o\($0)" }
      let orders = ids.map { Array(TestBox.command($0, "order.new").utf8) }
      let speaker = FakeSpeaker(.hold)
      let before = try TestBox(folder, speaker: speaker)
      try before.take(orders)
      let cut = try await before.speaking {
        _ = await speaker.nextStart()
        return try before.powerCut()
      }
      let box = try TestBox(cut)
      try box.take(orders)
      let receipts = try await box.speak(untilReceipts: 1502)
      check(
        receipts.filter { !$0.duplicate }.enumerated().map { index, receipt in
          var receipt = receipt
          receipt.seq = index + 1
          return receipt
        }, ids: ids)
      #expect(receipts.map(\.seq) == Array(1...1502))
      #expect(receipts.count { $0.duplicate } == 500)
      #expect(box.speaker.said == ["summary.orders 5 hundred"])
    }
  }
}
