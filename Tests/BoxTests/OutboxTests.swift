import Box
import Interop
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
      #expect(try box.outbox.next(atMost: 2).map(\.seq) == [1, 2])
      #expect(try box.outbox.next(atMost: 3).map(\.seq) == [3, 4, 5])
      let last = try box.outbox.next(atMost: 3)
      #expect(last.map(\.topic) == ["soundbox/v1/s1/b1/receipt/handled"])
      #expect(try box.outbox.next(atMost: 3).isEmpty)
      try box.outbox.note((1...6).map { ($0, .taken) })
      #expect(try box.outbox.next(atMost: 3).isEmpty)
      box.outbox.restart()
      #expect(try box.outbox.next(atMost: 3).isEmpty)
    }
  }

  @Test func `gives out again what a connection left unanswered`() async throws {
    try await withReceipts(5) { box in
      _ = try box.outbox.next(atMost: 4)
      try box.outbox.note([(1, .taken), (3, .taken)])
      box.outbox.restart()
      #expect(try box.outbox.next(atMost: 2).map(\.seq) == [2, 4])
      #expect(try box.outbox.next(atMost: 2).map(\.seq) == [5])
    }
  }

  @Test func `gives a new connection nothing that the broker has, written down or not`()
    async throws
  {
    try await withReceipts(5) { box in
      #expect(try box.outbox.next(atMost: 4).map(\.seq) == [1, 2, 3, 4])
      try box.outbox.note([(1, .taken), (2, .taken), (4, .taken)])
      try box.outbox.writeDown()
      box.outbox.restart()
      #expect(try box.outbox.next(atMost: 9).map(\.seq) == [3, 5])
      try box.outbox.note([(3, .taken), (5, .taken)])
      // What comes next writes it down.
      try box.take("}")
      box.outbox.restart()
      #expect(try box.outbox.next(atMost: 9).map(\.seq) == [6])
    }
  }

  @Test func `answers of an old connection change nothing for the new one`() async throws {
    try await withReceipts(2) { box in
      _ = try box.outbox.next(atMost: 1)
      box.outbox.restart()
      #expect(try box.outbox.next(atMost: 1).map(\.seq) == [1])
      try box.outbox.note([(1, .taken)])
      #expect(try box.outbox.next(atMost: 2).map(\.seq) == [2])
    }
  }

  @Test func `waits when receipts are thrown away, then tries one, then goes on`() async throws {
    let (wakes, continuation) = AsyncStream<Void>.makeStream()
    try await withReceipts(6) { box in
      let outbox = Outbox(
        journal: box.journal, topics: box.topics,
        backoff: Backoff(base: .milliseconds(2), limit: .milliseconds(5)), log: Log { _ in },
        wake: { continuation.yield() })
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await outbox.run() }
        var wakes = wakes.makeAsyncIterator()
        let first = try outbox.next(atMost: 3)
        #expect(first.map(\.seq) == [1, 2, 3])
        try outbox.note([(1, .refused("no matching subscribers"))])
        await wakes.next()
        // Two answers are still owed; until they come nothing goes out.
        #expect(try outbox.next(atMost: 3).isEmpty)
        try outbox.note([
          (2, .refused("no matching subscribers")), (3, .refused("no matching subscribers")),
        ])
        for _ in 1...3 {
          await wakes.next()
          #expect(try outbox.next(atMost: 3).map(\.seq) == [1])
          #expect(try outbox.next(atMost: 3).isEmpty)
          try outbox.note([(1, .refused("no matching subscribers"))])
          #expect(try outbox.next(atMost: 3).isEmpty)
        }
        await wakes.next()
        #expect(try outbox.next(atMost: 3).map(\.seq) == [1])
        try outbox.note([(1, .taken)])
        // Nobody else would tell the link that the others may follow.
        await wakes.next()
        #expect(try outbox.next(atMost: 3).map(\.seq) == [2, 3, 4])
        #expect(try outbox.next(atMost: 3).map(\.seq) == [5, 6])
        #expect(try outbox.next(atMost: 3).isEmpty)
        group.cancelAll()
      }
    }
  }

  @Test func `goes on with one kind of receipt when nobody wants the other`() async throws {
    try await withReceipts(3) { box in
      #expect(try box.outbox.next(atMost: 20).map(\.seq) == [1, 2, 3])
      try box.outbox.note((1...3).map { ($0, .refused("no matching subscribers")) })
      try box.take("}", "]", TestBox.command("o4"))
      let outgoing = try box.outbox.next(atMost: 20)
      #expect(outgoing.map(\.topic) == Array(repeating: box.topics[.handled], count: 2))
      #expect(outgoing.map(\.seq) == [4, 5])
    }
  }

  @Test func `holds a long backlog without reading or remembering all of it`() async throws {
    try await withReceipts(500) { box in
      for first in stride(from: 1, through: 400, by: 20) {
        let outgoing = try box.outbox.next(atMost: 20)
        #expect(outgoing.map(\.seq) == (Int64(first)..<Int64(first) + 20).map { $0 })
        try box.outbox.note(outgoing.map { ($0.seq, .taken) })
      }
      // What was taken long ago has been written down on the way.
      let again = try TestBox(box.powerCut()).drain()
      #expect(again.map(\.seq).max() == 500)
      #expect(again.count <= 250)
    }
  }
}
