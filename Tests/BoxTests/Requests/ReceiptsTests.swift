import Box
import Messaging
import TestKit
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct `Receipts asked for again` {
  private func since(_ seq: Int) -> String { "{\"since\":\(seq)}" }

  @Test func `are those after a number, as they were, in their order`() async throws {
    try await withBox { box in
      try box.take(TestBox.command("a", "number:1"), TestBox.command("b", "number:2"), "}")
      let first = try await box.speak(untilReceipts: 5)
      box.clock.advance(.seconds(60))
      #expect(try box.answer("receipts", since(0)).data?["count"]?.text == "5")
      #expect(try box.drain() == first)
      #expect(try box.answer("receipts", since(3), store: true).data?["count"]?.text == "2")
      #expect(try box.drain() == Array(first.suffix(2)))
      #expect(try box.drain().isEmpty)
    }
  }

  @Test(arguments: ["5", "6", "9223372036854775807", "\"9223372036854775807\""])
  func `are none after the last one`(since: String) async throws {
    try await withBox { box in
      try box.take((1...5).map { Array(TestBox.command("o\($0)").utf8) })
      _ = try box.drain()
      #expect(
        try box.answer("receipts", "{\"since\":\(since)}").data?["count"]?.text == "0")
      #expect(try box.drain().isEmpty)
      try box.take(TestBox.command("next"))
      #expect(try box.drain().map(\.seq) == [6])
    }
  }

  @Test func `are given out once, also those that are on their way`() async throws {
    try await withBox { box in
      try box.take((1...5).map { Array(TestBox.command("o\($0)").utf8) })
      #expect(box.outbox.next(atMost: 2).numbers == [1, 2])
      try box.ask("receipts", since(0))
      #expect(box.outbox.next(atMost: 9).numbers == [3, 4, 5])
      #expect(box.outbox.next(atMost: 9).isEmpty)
      box.outbox.accept(1, 2, 3, 4, 5)
      box.outbox.restart()
      #expect(box.outbox.next(atMost: 9).isEmpty)
    }
  }

  @Test func `are found in the file, however many came since, and after a restart`() async throws {
    try await withTemporaryFolder { folder in
      let before = try TestBox(folder)
      for batch in 0..<15 {
        try before.take((0..<100).map { Array("}\(batch)-\($0)".utf8) })
      }
      let all = try before.drain()
      try before.ask("receipts", since(0))
      #expect(try before.drain() == all)
      let box = try TestBox(before.powerCut())
      #expect(try box.drain().isEmpty)
      try box.ask("receipts", since(1400))
      let again = try box.drain()
      #expect(again == Array(all.suffix(100)))
    }
  }

  @Test func `go out though the power was cut before the broker had them`() async throws {
    try await withTemporaryFolder { folder in
      let before = try TestBox(folder)
      try before.take(TestBox.command("a"), TestBox.command("b"))
      _ = try before.drain()
      try before.ask("receipts", since(1))
      #expect(try TestBox(before.powerCut()).drain().map(\.seq) == [2])
    }
  }
}
