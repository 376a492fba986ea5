import TestKit
import Testing
import Wire

@testable import Monitor

@Suite(.postgres) struct `What invented boxes and floods leave behind` {
  @Test(arguments: DatabaseKind.allCases)
  func `is no more than there are boxes allowed`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind, { $0.mostBoxes = 100 }) { monitor in
      for part in 0..<4 {
        try monitor.take(
          try (0..<500).flatMap { number in
            let box = try SampleBox("s\(part)/invented-\(number)")
            return [
              box.delivered("x", seq: 1), box.state(.online, connectionNumber: 1), box.health(),
            ]
          })
      }
      #expect(monitor.fleet.withState { $0.boxes.count } == 100)
      #expect(monitor.fleet.withState { $0.counters.rejected } == 3 * 1900)
      #expect(try monitor.repository.boxes().count == 100)
      #expect(try monitor.repository.attempts(called: "x", limit: 1000).count == 100)
      #expect(try monitor.repository.receipts(after: 0, limit: 1000).count == 100)
      let stranger = try #require(BoxName("s3/invented-499"))
      #expect(try monitor.repository.states(of: stranger, since: .zero).isEmpty)
      #expect(try monitor.repository.healths(of: stranger, since: .zero).isEmpty)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `is a bounded number of unreadable messages, the newest`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let topic = try SampleBox().topics[.handled]
      let batch = (0...ReportReducer.mostUnreadable).map { (topic, "unreadable \($0)") }
      for _ in 0..<(10_000 / ReportReducer.mostUnreadable + 10) { try monitor.take(batch) }
      try monitor.take((topic, "the last one"))
      let kept = try monitor.repository.unreadable(limit: 100_000)
      #expect(kept.count <= 10_000)
      #expect(kept.first.map { String(decoding: $0.payload, as: UTF8.self) } == "the last one")
    }
  }
}
