import TestKit
import Testing
import Wire

@testable import Monitor

@Suite struct `The intake` {
  @Test func `keeps a command's two receipts as one attempt`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      try monitor.take(box.delivered("a", seq: 1), box.handled("a", seq: 2))
      let attempts = try monitor.ledger.attempts(called: "a", limit: 10)
      let attempt = try #require(attempts.first)
      #expect(attempts.count == 1)
      #expect(attempt.outcome == .played)
      #expect(attempt.deliveredSeq == 1 && attempt.handledSeq == 2)
      #expect(attempt.latency == .milliseconds(400))
      #expect(try monitor.ledger.receipts(of: "a", limit: 10).map(\.mark) == ["first", "first"])
    }
  }

  @Test func `takes the same receipts again without a second attempt`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      let messages = [box.delivered("a", seq: 1), box.handled("a", seq: 2)]
      try monitor.take(messages)
      let first = try monitor.ledger.attempts(called: "a", limit: 10)
      monitor.advance(.seconds(5))
      try monitor.take(messages)
      var second = try monitor.ledger.attempts(called: "a", limit: 10)
      #expect(second.first?.repetitions == 2)
      second[0].repetitions = 0
      #expect(second == first)
    }
  }

  @Test func `lets the first outcome stand against a contradiction`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      try monitor.take(box.handled("a", seq: 2, .failed(.audio)), box.handled("a", seq: 3))
      let attempt = try #require(try monitor.ledger.attempts(called: "a", limit: 10).first)
      #expect(attempt.outcome == .failed(.audio))
      #expect(attempt.contradictions == 1)
      let marks = try monitor.ledger.receipts(of: "a", limit: 10).map(\.mark)
      #expect(marks == ["first", "contradictory"])
    }
  }

  @Test func `believes the topic, and not the payload, about whose receipt it is`() async throws {
    try await withMonitor { monitor in
      let (liar, other) = (try SampleBox("s1/liar"), try SampleBox("s1/other"))
      try monitor.take((liar.topics[.handled], other.handled("a", seq: 1).body))
      #expect(try monitor.ledger.attempts(of: other.name, before: .distant, limit: 9).isEmpty)
      #expect(try monitor.ledger.attempts(of: liar.name, before: .distant, limit: 9).count == 1)
    }
  }

  @Test func `counts what it has lost, and what it has got back`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      try monitor.take(box.delivered("a", seq: 1), box.handled("b", seq: 5))
      func gaps() -> [SequenceNumbers.Gap]? {
        monitor.fleet.withState { $0.boxes[box.name]?.record.sequence.gaps }
      }
      #expect(gaps() == [SequenceNumbers.Gap(first: 2, last: 4)])
      try monitor.take(box.handled("a", seq: 3))
      #expect(
        gaps() == [
          SequenceNumbers.Gap(first: 2, last: 2), SequenceNumbers.Gap(first: 4, last: 4),
        ])
      try monitor.take(box.delivered("b", seq: 4), box.delivered("c", seq: 2))
      #expect(gaps() == [])
    }
  }

  @Test func `knows after a restart what it knew before`() async throws {
    try await withTemporaryFolder { folder in
      let box = try SampleBox()
      let path = "\(folder)/fleet.db"
      do {
        let monitor = try TestMonitor(path)
        try monitor.take(
          box.state(.online, session: 4), box.delivered("a", seq: 1), box.handled("b", seq: 9))
      }
      let monitor = try TestMonitor(path)
      let record = try #require(monitor.fleet.withState { $0.boxes[box.name]?.record })
      #expect(record.state == .online && record.session == 4)
      #expect(record.sequence.gaps == [SequenceNumbers.Gap(first: 2, last: 8)])
    }
  }

  @Test func `sees a command that nobody answers`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      let command = #"{"aps":{"soundCommand":"order.new"},"id":"a"}"#
      try monitor.take((box.topics[.command], command))
      #expect(try monitor.ledger.unansweredCount(since: .zero, before: .distant) == 1)
      try monitor.take(box.delivered("a", seq: 1), box.handled("a", seq: 2))
      #expect(try monitor.ledger.unansweredCount(since: .zero, before: .distant) == 0)
      #expect(try monitor.ledger.attempts(called: "a", limit: 9).count == 1)
    }
  }

  @Test func `does not take an old will for news`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      try monitor.take(box.state(.online, session: 8), box.state(.lost, session: 7))
      #expect(monitor.fleet.withState { $0.boxes[box.name]?.record.state } == .online)
      try monitor.take(box.state(.lost, session: 8))
      #expect(monitor.fleet.withState { $0.boxes[box.name]?.record.state } == .lost)
    }
  }

  @Test func `has room for so many boxes and no more`() async throws {
    try await withMonitor({ $0.mostBoxes = 2 }) { monitor in
      for name in ["s1/a", "s1/b", "s1/c", "s2/d"] {
        try monitor.take(try SampleBox(name).delivered("x", seq: 1))
      }
      #expect(monitor.fleet.withState { $0.boxes.count } == 2)
      #expect(monitor.fleet.withState { $0.tallies.strangers } == 2)
      #expect(try monitor.ledger.attempts(called: "x", limit: 10).count == 2)
    }
  }

  @Test func `keeps what it cannot read, as far as it can be kept`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      try monitor.take(
        (box.topics[.handled], "{\"receipt\":\"handled\""), (box.topics[.state], "7"))
      let messages = try monitor.ledger.unreadable(limit: 10)
      #expect(messages.map(\.topic) == [box.topics[.state], box.topics[.handled]])
      #expect(monitor.fleet.withState { $0.tallies.unreadable } == 2)
    }
  }
}

extension Timestamp {
  static let zero = Timestamp(milliseconds: 0)
  static let distant = Timestamp(milliseconds: 4_000_000_000_000)
}
