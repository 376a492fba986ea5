import TestKit
import Testing
import Wire

@testable import Monitor

@Suite struct `What a browser is told while it looks` {
  /// The steps in events about orders, each with its mark.
  private func steps(_ feed: EventFeed) async throws -> [String] {
    let text = String(decoding: await feed.next(), as: UTF8.self)
    let events = text.split(separator: "\n\n").filter { $0.hasPrefix("event: orders\n") }
    return try events.flatMap { event -> [String] in
      let data = event.drop { $0 != "{" }
      let json = try JSONReader.read(Array(data.utf8))
      guard case .array(let orders)? = json.object?["orders"] else { return [] }
      return orders.map { order in
        let words =
          ["step", "mark"].map { order.object?[$0]?.text }
          + ["repetitions", "contradictions"].map { order.value(at: ["order", $0])?.text }
        return words.map { $0 ?? "-" }.joined(separator: " ")
      }
    }
  }

  @Test func `is each step of an order, from its command on`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      let feed = monitor.monitor.page.events(after: nil)
      #expect(try await steps(feed) == [])
      try monitor.take((box.topics[.command], #"{"aps":{"soundCommand":"order.new"},"id":"a"}"#))
      #expect(try await steps(feed) == ["published - 0 0"])
      try monitor.take(box.delivered("a", seq: 1), box.handled("a", seq: 2))
      #expect(try await steps(feed) == ["delivered first 0 0", "handled first 0 0"])
      #expect(try await steps(feed) == [])
    }
  }

  @Test func `is a receipt as well that repeats or contradicts what is known`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      try monitor.take(box.delivered("a", seq: 1), box.handled("a", seq: 2))
      let feed = monitor.monitor.page.events(after: nil)
      try monitor.take(box.handled("a", seq: 2))
      #expect(try await steps(feed) == ["handled repeated 1 0"])
      try monitor.take(box.handled("a", seq: 3, .failedAudio))
      #expect(try await steps(feed) == ["handled contradictory 1 1"])
    }
  }
}
