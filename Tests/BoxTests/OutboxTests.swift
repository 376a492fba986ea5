import Box
import Interop
import Messaging
import Service
import Synchronization
import TestKit
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct `The outbox` {
  private func withReceipts(
    _ count: Int, _ body: (TestBox) async throws -> Void
  ) async throws {
    try await withBox { box in
      try box.take((1...count).map { Array(TestBox.command("o\($0)").utf8) })
      try await body(box)
    }
  }

  @Test func `gives receipts out in their order, each under its topic, each once`() async throws {
    try await withReceipts(5) { box in
      try box.take("}")
      #expect(box.outbox.next(atMost: 2).numbers == [1, 2])
      #expect(box.outbox.next(atMost: 3).numbers == [3, 4, 5])
      let last = box.outbox.next(atMost: 3)
      #expect(last.map(\.topic) == ["soundbox/v1/s1/b1/receipt/handled"])
      #expect(box.outbox.next(atMost: 3).isEmpty)
      box.outbox.accept(1, 2, 3, 4, 5, 6)
      #expect(box.outbox.next(atMost: 3).isEmpty)
      box.outbox.restart()
      #expect(box.outbox.next(atMost: 3).isEmpty)
    }
  }

  @Test func `gives out again what a connection left unanswered`() async throws {
    try await withReceipts(5) { box in
      _ = box.outbox.next(atMost: 4)
      box.outbox.accept(1, 3)
      box.outbox.restart()
      #expect(box.outbox.next(atMost: 2).numbers == [2, 4])
      #expect(box.outbox.next(atMost: 2).numbers == [5])
    }
  }

  @Test func `gives a new connection nothing that the broker has, written down or not`()
    async throws
  {
    try await withReceipts(5) { box in
      #expect(box.outbox.next(atMost: 4).numbers == [1, 2, 3, 4])
      box.outbox.accept(1, 2, 4)
      try box.outbox.writeDown()
      box.outbox.restart()
      #expect(box.outbox.next(atMost: 9).numbers == [3, 5])
      box.outbox.accept(3, 5)
      // What comes next writes it down.
      try box.take("}")
      box.outbox.restart()
      #expect(box.outbox.next(atMost: 9).numbers == [6])
    }
  }

  @Test func `answers of an old connection change nothing for the new one`() async throws {
    try await withReceipts(2) { box in
      _ = box.outbox.next(atMost: 1)
      box.outbox.restart()
      #expect(box.outbox.next(atMost: 1).numbers == [1])
      box.outbox.accept(1)
      #expect(box.outbox.next(atMost: 2).numbers == [2])
    }
  }

  @Test func `waits when receipts are thrown away, then tries one, then goes on`() async throws {
    let (wakes, continuation) = AsyncStream<Void>.makeStream()
    try await withReceipts(6) { box in
      let outbox = Outbox(
        journal: box.journal, topics: box.topics,
        backoff: Backoff(base: .milliseconds(2), limit: .milliseconds(5)), log: Log { _ in },
        wake: { continuation.yield() })
      await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await outbox.run() }
        var wakes = wakes.makeAsyncIterator()
        let first = outbox.next(atMost: 3)
        #expect(first.numbers == [1, 2, 3])
        outbox.discard(1)
        await wakes.next()
        // Two answers are still owed; until they come nothing goes out.
        #expect(outbox.next(atMost: 3).isEmpty)
        outbox.discard(2, 3)
        for _ in 1...3 {
          await wakes.next()
          #expect(outbox.next(atMost: 3).numbers == [1])
          #expect(outbox.next(atMost: 3).isEmpty)
          outbox.discard(1)
          #expect(outbox.next(atMost: 3).isEmpty)
        }
        await wakes.next()
        #expect(outbox.next(atMost: 3).numbers == [1])
        outbox.accept(1)
        // Nobody else would tell the link that the others may follow.
        await wakes.next()
        #expect(outbox.next(atMost: 3).numbers == [2, 3, 4])
        #expect(outbox.next(atMost: 3).numbers == [5, 6])
        #expect(outbox.next(atMost: 3).isEmpty)
        group.cancelAll()
      }
    }
  }

  @Test func `goes on with one kind of receipt when nobody wants the other`() async throws {
    try await withReceipts(3) { box in
      #expect(box.outbox.next(atMost: 20).numbers == [1, 2, 3])
      box.outbox.discard(1, 2, 3)
      try box.take("}", "]", TestBox.command("o4"))
      let outgoing = box.outbox.next(atMost: 20)
      #expect(outgoing.map(\.topic) == Array(repeating: box.topics[.handled], count: 2))
      #expect(outgoing.numbers == [4, 5])
    }
  }

  @Test func `holds a long backlog without reading or remembering all of it`() async throws {
    try await withReceipts(500) { box in
      for first in stride(from: 1, through: 400, by: 20) {
        let outgoing = box.outbox.next(atMost: 20)
        #expect(outgoing.numbers == (Int64(first)..<Int64(first) + 20).map { $0 })
        box.outbox.accept(outgoing)
      }
      // What was taken long ago has been written down on the way.
      let again = try TestBox(box.powerCut()).drain()
      #expect(again.map(\.seq).max() == 500)
      #expect(again.count <= 250)
    }
  }
}
