import Messaging
import TestKit
import Testing
import Wire

@testable import Box

@Suite(.timeLimit(.minutes(1))) struct `The processor of announcements` {
  @Test func `ends what starts in the same batch as its acknowledgement comes`() async throws {
    try await withBox { box in
      var processor = try box.processor()
      try box.take(TestBox.command("a", "number:1", "\"act\":4"))
      #expect(try processor.open().count == 1)
      let jobs = try processor.handle([
        QueueEvent.deviceReady, .acknowledged(OrderReference(name: "a"), by: "the cook"),
      ])
      guard case .play(_, _, let cutSignal)? = jobs.first else {
        Issue.record("nothing is spoken")
        return
      }
      let cuts = Cuts()
      cutSignal.attach(cuts.note)
      #expect(cuts.all == [.soon])
    }
  }

  /// Speaks the first of three orders, and closes the processor with what has happened since.
  private func close(
    _ box: TestBox, with events: [QueueEvent]
  ) throws {
    try box.take((1...3).map { Array(TestBox.command("o\($0)", "number:\($0)").utf8) })
    _ = try box.drain()
    var processor = try box.processor()
    _ = try processor.open()
    #expect(try processor.handle([QueueEvent.deviceReady]).count == 1)
    try processor.close(with: events)
  }

  @Test func `writes down, when it is closed, what was spoken to its end`() async throws {
    try await withBox { box in
      try close(box, with: [QueueEvent.played(omitted: [])])
      let receipt = try #require(try box.drain().first)
      #expect(receipt.line == "handled o1#1 played 0")
      #expect(receipt.spoken == "1" && receipt.times.finished != nil)
      let rest = try await TestBox(box.powerCut()).speak(untilReceipts: 2)
      #expect(rest.map(\.line) == ["handled o2#1 played 0", "handled o3#1 played 0"])
    }
  }

  @Test(arguments: [[], [QueueEvent.cut], [.time]])
  func `leaves what was being spoken to the next start, which is no crash`(_ events: [QueueEvent])
    async throws
  {
    try await withBox { box in
      for _ in 1...3 { try close(box, with: events) }
      #expect(try box.drain().allSatisfy { $0.duplicate })
      let receipts = try await TestBox(box.powerCut()).speak(untilReceipts: 3)
      #expect(receipts.map(\.outcome) == ["played", "played", "played"])
      #expect(receipts.first?.replayed == true)
    }
  }

  @Test(arguments: [Request.Scope.current, .queue, .all])
  func `stops, when it is closed, what it was told to stop`(_ scope: Request.Scope) async throws {
    try await withBox { box in
      try close(box, with: [.stopped(scope)])
      let stopped = try box.drain()
      #expect(stopped.allSatisfy { $0.outcome == "stopped" && $0.reason == "stopped by request" })
      let all = ["o1", "o2", "o3"]
      let wanted =
        switch scope {
        case .current: ["o1"]
        case .queue: ["o2", "o3"]
        case .all: all
        }
      #expect(stopped.map(\.id).sorted() == wanted)
      let next = try TestBox(box.powerCut())
      #expect(next.journal.waitingCount == all.count - wanted.count)
    }
  }

  @Test func `tells the store, when it is closed, that the button was pressed`() async throws {
    try await withBox { box in
      try box.take(TestBox.command("a", "number:1", "\"act\":4"))
      var processor = try box.processor()
      _ = try processor.open()
      _ = try processor.handle([QueueEvent.deviceReady])
      try processor.close(with: [QueueEvent.pressed])
      #expect(box.published().map(\.topic) == [box.topics.storeRequest("acknowledge")])
      let next = try TestBox(box.powerCut())
      let receipts = try await next.speak(untilReceipts: 2)
      #expect(receipts.last?.line == "handled a#1 stopped 0")
      #expect(receipts.last?.reason == "acknowledged by the button of b1")
      #expect(next.speaker.volumes.isEmpty)
    }
  }

  @Test func `keeps, when it is closed, what came last`() async throws {
    try await withBox { box in
      var processor = try box.processor()
      _ = try processor.open()
      try box.take(TestBox.command("a", "number:1"))
      try processor.close(with: box.eventQueue.take())
      let receipts = try await TestBox(box.powerCut()).speak(untilReceipts: 2)
      #expect(receipts.map(\.line) == ["delivered a#1", "handled a#1 played 0"])
      #expect(receipts.last?.replayed == nil)
    }
  }
}
