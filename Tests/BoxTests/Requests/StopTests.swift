import Box
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct `A request to stop` {
  /// What was said of three orders, the first of which was being spoken, and one that came after.
  private func said(_ body: String, _ check: ([String]) -> Void) async throws -> [String] {
    let speaker = FakeSpeaker(.hold)
    return try await withBox(speaker: speaker) { box in
      try box.take((1...3).map { Array(TestBox.command("o\($0)", "number:\($0)").utf8) })
      _ = try box.drain()
      let receipts = try await box.speaking {
        _ = await speaker.nextStart()
        try box.ask("stop", body)
        if body.contains("queue") {
          _ = try await box.receipts(2)
          speaker.end()
        }
        try box.take(TestBox.command("o4", "number:4"))
        return try await box.receipts(body.contains("queue") ? 3 : 5)
      }
      check(receipts.map(\.line).sorted())
      return speaker.said
    }
  }

  @Test(arguments: ["", "{}", "{\"scope\":\"current\"}"])
  func `ends what is spoken now`(body: String) async throws {
    let said = try await said(body) { lines in
      #expect(
        lines == [
          "delivered o4#1", "handled o1#1 stopped 0", "handled o2#1 played 0",
          "handled o3#1 played 0", "handled o4#1 played 0",
        ])
    }
    #expect(said == ["2", "3", "4"])
  }

  @Test func `of the queue ends what waits, and lets the present one end`() async throws {
    let said = try await said("{\"scope\":\"queue\"}") { lines in
      #expect(
        lines == ["delivered o4#1", "handled o1#1 played 0", "handled o4#1 played 0"])
    }
    #expect(said == ["1", "4"])
  }

  @Test func `of all ends both, but not what comes after`() async throws {
    let said = try await said("{\"scope\":\"all\"}") { lines in
      #expect(
        lines == [
          "delivered o4#1", "handled o1#1 stopped 0", "handled o2#1 stopped 0",
          "handled o3#1 stopped 0", "handled o4#1 played 0",
        ])
    }
    #expect(said == ["4"])
  }

  @Test func `says so in the receipt, which settles the order`() async throws {
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker) { box in
      try box.take(TestBox.command("a", "number:1"))
      let receipt = try await box.speaking {
        _ = await speaker.nextStart()
        #expect(try box.answer("stop").data?["scope"] == "current")
        return try #require(try await box.receipts(2).last)
      }
      #expect(receipt.line == "handled a#1 stopped 0" && receipt.reason == "stopped by request")
      #expect(receipt.rounds == 0 && receipt.spoken == nil && receipt.replayed == nil)
      #expect(receipt.hasHandled == 1)
      try box.take(TestBox.command("a", "number:1"))
      #expect(try box.drain().map(\.line) == ["delivered a#1 *", "handled a#1 stopped 0 *"])
    }
  }

  @Test func `while nothing is spoken is answered, and stops nothing later`() async throws {
    try await withBox { box in
      try box.take(TestBox.command("before", "number:1"))
      try await box.speaking {
        _ = try await box.receipts(2)
        #expect(try box.answer("stop", "{\"scope\":\"all\"}").data != nil)
        try box.take(TestBox.command("a", "number:1"))
        #expect(try await box.receipts(2).last?.line == "handled a#1 played 0")
      }
    }
  }
}
