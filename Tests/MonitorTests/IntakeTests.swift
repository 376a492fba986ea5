import Fleet
import TestKit
import Testing
import Wire

@testable import Monitor

@Suite(.postgres) struct `The intake` {
  @Test(arguments: DatabaseKind.allCases)
  func `keeps a command's two receipts as one attempt`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take(box.delivered("a", seq: 1), box.handled("a", seq: 2))
      let attempts = try monitor.repository.attempts(called: "a", limit: 10)
      let attempt = try #require(attempts.first)
      #expect(attempts.count == 1)
      #expect(attempt.outcome == .played)
      #expect(attempt.deliveredSeq == 1 && attempt.handledSeq == 2)
      #expect(attempt.latency == .milliseconds(400))
      #expect(
        try monitor.repository.receipts(of: EventID(id: "a"), limit: 10).map(\.mark) == [
          "first", "first",
        ])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `takes the same receipts again without a second attempt`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      let messages = [box.delivered("a", seq: 1), box.handled("a", seq: 2)]
      try monitor.take(messages)
      let first = try monitor.repository.attempts(called: "a", limit: 10)
      monitor.advance(.seconds(5))
      try monitor.take(messages)
      var second = try monitor.repository.attempts(called: "a", limit: 10)
      #expect(second.first?.repetitions == 2)
      second[0].repetitions = 0
      #expect(second == first)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `lets the first outcome stand against a contradiction`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take(box.handled("a", seq: 2, .failedAudio), box.handled("a", seq: 3))
      let attempt = try #require(try monitor.repository.attempts(called: "a", limit: 10).first)
      #expect(attempt.outcome == .failedAudio)
      #expect(attempt.contradictions == 1)
      let marks = try monitor.repository.receipts(of: EventID(id: "a"), limit: 10).map(\.mark)
      #expect(marks == ["first", "contradictory"])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `believes the topic, and not the payload, about whose receipt it is`(kind: DatabaseKind)
    async throws
  {
    try await withMonitor(on: kind) { monitor in
      let (liar, other) = (try SampleBox("s1/liar"), try SampleBox("s1/other"))
      try monitor.take((liar.topics[.handled], other.handled("a", seq: 1).body))
      #expect(try monitor.repository.attempts(of: other.name, before: .distant, limit: 9).isEmpty)
      #expect(try monitor.repository.attempts(of: liar.name, before: .distant, limit: 9).count == 1)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `keeps an outcome that it does not know, and counts its receipt`(kind: DatabaseKind)
    async throws
  {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      let outcome = Outcome(name: "played_quietly", code: 71, settlesID: true)
      try monitor.take(box.delivered("a", seq: 1), box.delivered("b", seq: 3))
      #expect(
        monitor.fleet.withState({ $0.boxes[box.name]?.record.sequence.gaps }) == [
          SequenceNumbers.Gap(first: 2, last: 2)
        ])
      try monitor.take(box.handled("a", seq: 2, outcome))
      #expect(monitor.fleet.withState({ $0.boxes[box.name]?.record.sequence.gaps }) == [])
      let attempt = try #require(try monitor.repository.attempts(called: "a", limit: 9).first)
      #expect(attempt.outcome == outcome)
      #expect(attempt.handledSeq == 2 && attempt.contradictions == 0)
      #expect(
        try monitor.repository.receipts(of: EventID(id: "a"), limit: 9).last?.outcome
          == "played_quietly")
      let order = try await monitor.page("/api/order", ["name": "a"])
      #expect(order.encoded.contains(#""outcome":"played_quietly","code":71"#))
      let summary = try await monitor.page("/api/summary")
      #expect(summary.encoded.contains(#""outcomes":{"played_quietly":1}"#))
      let shown = await monitor.shown()
      #expect(shown[#"soundbox_receipts_total{stage="handled",reason="unknown"}"#] == "1")
    }
  }

  @Test func `says of every outcome whether it is a failure`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      let melted = Outcome(name: "melted", code: 71, settlesID: false)
      let outcomes: [Outcome] = [.played, .failedAudio, .expired, .rejectedConflict, melted]
      for (index, outcome) in outcomes.enumerated() {
        try monitor.take(box.handled("o\(index)", seq: Int64(index + 1), outcome))
      }
      let summary = try await monitor.page("/api/summary")
      #expect(summary.value(at: ["recent", "failed"])?.text == "3")
      for (index, outcome) in outcomes.enumerated() {
        let order = try await monitor.page("/api/order", ["name": "o\(index)"]).encoded
        let flag = "\"code\":\(outcome.code),\"isFailure\":\(outcome.isFailure)"
        #expect(order.split(separator: flag, omittingEmptySubsequences: false).count == 3)
      }
      let start = try await monitor.page("/api/page").encoded
      #expect(start.contains(#"{"name":"failed","isFailure":true,"codes":[2,3,4]}"#))
      #expect(start.contains(#"{"name":"muted","isFailure":false,"codes":[9]}"#))
      let boxes = try await monitor.page("/api/boxes").encoded
      #expect(boxes.contains(#""synced",true,"#) || boxes.contains("null,true,"))
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `counts a receipt of a kind that it does not know, and logs it`(kind: DatabaseKind)
    async throws
  {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      let (topic, body) = box.delivered("a", seq: 2)
      let started = body.replacing(#""receipt":"delivered""#, with: #""receipt":"started""#)
      try monitor.take(box.delivered("a", seq: 1), (topic, started), box.handled("a", seq: 3))
      #expect(monitor.fleet.withState({ $0.boxes[box.name]?.record.sequence.gaps }) == [])
      let attempt = try #require(try monitor.repository.attempts(called: "a", limit: 9).first)
      #expect(attempt.deliveredSeq == 1 && attempt.handledSeq == 3)
      #expect(
        try monitor.repository.receipts(of: EventID(id: "a"), limit: 9).map(\.kind)
          == ["delivered", "started", "handled"])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `keeps and shows states that it does not know`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take(box.state(BoxState(rawValue: "asleep"), connectionNumber: 1), box.health())
      let record = try #require(monitor.fleet.withState { $0.boxes[box.name]?.record })
      #expect(record.state?.rawValue == "asleep")
      #expect(record.condition(at: monitor.now) == .degraded)
      let states = try monitor.repository.states(of: box.name, since: monitor.now - .seconds(60))
      #expect(states.map(\.state.rawValue) == ["asleep"])
      let page = try await monitor.page("/api/box", ["name": "s1/b1"])
      #expect(page.value(at: ["states"])?.encoded.contains("asleep") == true)
      try monitor.take(box.state(.online, connectionNumber: 2))
      #expect(monitor.fleet.withState { $0.boxes[box.name]?.record.state } == .online)
    }
  }

  @Test func `hears commands that only newer boxes understand`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      let command =
        #"{"id":"a","aps":{"soundCommand":"order.new date:2026-11-29"},"priority":"urgent"}"#
      try monitor.take((box.topics[.command], command))
      let attempt = try #require(try monitor.repository.attempts(called: "a", limit: 9).first)
      #expect(attempt.publishedAt == monitor.now && attempt.order == "a")
    }
  }

  @Test func `tells only so many unknown outcomes apart in its counts`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      try monitor.take(
        (1...100).map { seq in
          let outcome = Outcome(name: "made-up-\(seq)", code: 99, settlesID: false)
          return box.handled("\(seq)", seq: Int64(seq), outcome)
        })
      let summary = try await monitor.page("/api/summary")
      let outcomes = try #require(summary.value(at: ["recent", "outcomes"])?.object)
      #expect(outcomes.members.count == 33)
      #expect(outcomes["unknown"] == .number(JSONNumber(68)))
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `counts what it has lost, and what it has got back`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
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

  @Test(arguments: DatabaseKind.allCases)
  func `knows after a restart what it knew before`(kind: DatabaseKind) async throws {
    try await withFleetDatabase(kind) { path in
      let box = try SampleBox()
      do {
        let monitor = try TestMonitor(path)
        try monitor.take(
          box.state(.online, connectionNumber: 4), box.delivered("a", seq: 1),
          box.handled("b", seq: 9))
      }
      let monitor = try TestMonitor(path)
      let record = try #require(monitor.fleet.withState { $0.boxes[box.name]?.record })
      #expect(record.state == .online && record.connectionNumber == 4)
      #expect(record.sequence.gaps == [SequenceNumbers.Gap(first: 2, last: 8)])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `knows after a restart what the last five minutes held`(kind: DatabaseKind) async throws {
    try await withFleetDatabase(kind) { path in
      let box = try SampleBox()
      do {
        let monitor = try TestMonitor(path)
        try monitor.take(box.handled("old", seq: 1))
        monitor.advance(.seconds(301))
        try monitor.take(
          (box.topics[.command], #"{"aps":{"soundCommand":"order.new"},"id":"a"}"#),
          box.delivered("a", seq: 2), box.handled("a", seq: 3, at: monitor.now),
          box.delivered("b", seq: 4),
          box.handled("b", seq: 5, .expired))
      }
      let monitor = try TestMonitor(path, at: TestMonitor.start + .seconds(302))
      let recent = try await monitor.page("/api/summary").value(at: ["recent"])
      let counts = ["published", "delivered", "handled"].map { recent?.value(at: [$0])?.text }
      #expect(counts == ["1", "2", "2"])
      #expect(recent?.value(at: ["p50"])?.text != nil)
      #expect(recent?.value(at: ["outcomes", "expired"])?.text == "1")
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `sees a command that nobody answers`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      let command = #"{"aps":{"soundCommand":"order.new"},"id":"a"}"#
      try monitor.take((box.topics[.command], command))
      #expect(try monitor.repository.unansweredCount(monitor.silence(.seconds(-1))) == 1)
      try monitor.take(box.delivered("a", seq: 1), box.handled("a", seq: 2))
      #expect(try monitor.repository.unansweredCount(monitor.silence(.seconds(-1))) == 0)
      #expect(try monitor.repository.attempts(called: "a", limit: 9).count == 1)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `does not take an old will for news`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take(
        box.state(.online, connectionNumber: 8), box.state(.lost, connectionNumber: 7))
      #expect(monitor.fleet.withState { $0.boxes[box.name]?.record.state } == .online)
      try monitor.take(box.state(.lost, connectionNumber: 8))
      #expect(monitor.fleet.withState { $0.boxes[box.name]?.record.state } == .lost)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `has room for so many boxes and no more`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind, { $0.mostBoxes = 2 }) { monitor in
      for name in ["s1/a", "s1/b", "s1/c", "s2/d"] {
        try monitor.take(try SampleBox(name).delivered("x", seq: 1))
      }
      #expect(monitor.fleet.withState { $0.boxes.count } == 2)
      #expect(monitor.fleet.withState { $0.counters.rejected } == 2)
      #expect(try monitor.repository.attempts(called: "x", limit: 10).count == 2)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `keeps nothing of commands to boxes for which there is no room`(kind: DatabaseKind)
    async throws
  {
    try await withMonitor(on: kind, { $0.mostBoxes = 1 }) { monitor in
      let command = #"{"aps":{"soundCommand":"order.new"},"id":"x"}"#
      for name in ["s1/a", "s1/b", "s2/c"] {
        try monitor.take((try SampleBox(name).topics[.command], command))
      }
      #expect(try monitor.repository.attempts(called: "x", limit: 10).count == 1)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `marks a receipt that was long on its way, or comes after what follows it`(
    kind: DatabaseKind
  ) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      monitor.advance(.seconds(3600))
      try monitor.take(box.handled("old", seq: 1))
      #expect(
        try monitor.repository.receipts(of: EventID(id: "old"), limit: 9).map(\.mark) == ["late"])
      let now = TestMonitor.start + .seconds(3600)
      try monitor.take(
        box.handled("swapped", seq: 3, at: now), box.delivered("swapped", seq: 2, at: now))
      #expect(
        try monitor.repository.receipts(of: EventID(id: "swapped"), limit: 9).map(\.mark) == [
          "first", "late",
        ])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `keeps the end of an attempt whatever comes after it`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take(box.handled("a", seq: 2, .stopped))
      monitor.advance(.seconds(1))
      try monitor.take(
        box.delivered("a", seq: 1), box.handled("a", seq: 3, .failedAudio),
        (box.topics[.command], #"{"aps":{"soundCommand":"order.new"},"id":"a"}"#))
      let attempt = try #require(try monitor.repository.attempts(called: "a", limit: 9).first)
      #expect(attempt.outcome == .stopped && attempt.handledAt == TestMonitor.start)
      #expect(attempt.deliveredAt == TestMonitor.start + .seconds(1))
      #expect(try monitor.repository.unansweredCount(monitor.silence(.seconds(-1))) == 0)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `takes receipts from 1970 and from the far future for what they are`(
    kind: DatabaseKind
  ) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      let ages = [Timestamp(milliseconds: 0), Timestamp(milliseconds: 253_402_300_799_999)]
      for (index, age) in ages.enumerated() {
        try monitor.take(box.handled("o\(index)", seq: Int64(index + 1), at: age))
      }
      let attempts = try monitor.repository.attempts(of: box.name, before: .distant, limit: 9)
      #expect(attempts.map(\.openedAt) == [TestMonitor.start, TestMonitor.start])
      let receipts = try monitor.repository.receipts(after: 0, limit: 9)
      #expect(receipts.map(\.writtenAt) == ages)
      #expect(receipts.map(\.receivedAt) == [TestMonitor.start, TestMonitor.start])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `gives ids back letter by letter, and refuses control characters`(
    kind: DatabaseKind
  ) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      let ids = [
        "<img src=x onerror=alert(1)>", "\u{202E}gpj.exe", "'; DROP TABLE receipts; --", "=1+1",
        "e\u{301}", "é", "😀\u{200D}👩", "%s%n",
      ]
      for (index, id) in ids.enumerated() {
        try monitor.take(box.handled(id, seq: Int64(index + 1)))
      }
      for id in ids {
        let found = try monitor.repository.attempts(called: id, limit: 9).map {
          Array($0.key.id.utf8)
        }
        #expect(found == [Array(id.utf8)])
      }
      try monitor.take(box.handled("a\u{0}b", seq: 90), box.handled("a\u{1B}[2J", seq: 91))
      #expect(try monitor.repository.unreadable(limit: 9).count == 2)
      #expect(try monitor.repository.receipts(after: 0, limit: 99).count == ids.count)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `is not stopped by a NUL in a text`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      let nul = box.handled("a", seq: 1).body.split(separator: "null", maxSplits: 1)
        .joined(separator: #""\u0000""#)
      try monitor.take((box.topics[.handled], nul), box.handled("b", seq: 2))
      #expect(try monitor.repository.unreadable(limit: 9).map(\.payload) == [Array(nul.utf8)])
      #expect(try monitor.repository.attempts(called: "b", limit: 9).count == 1)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `keeps the beginning of a huge message, and counts it`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      let huge = String(repeating: "x", count: 1_000_000)
      try monitor.take((box.topics[.handled], huge), box.handled("a", seq: 1))
      let message = try #require(try monitor.repository.unreadable(limit: 9).first)
      #expect(message.payload.count < 10_000 && huge.utf8.starts(with: message.payload))
      #expect(try monitor.repository.attempts(called: "a", limit: 9).count == 1)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `does not keep a box's settings if they are out of proportion`(
    kind: DatabaseKind
  ) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      let text = String(repeating: "x", count: 40_000)
      try monitor.take((box.topics[.info], #"{"version":"1","settings":{"a":"\#(text)"}}"#))
      #expect(monitor.fleet.withState { $0.boxes[box.name]?.record.info } == nil)
      #expect(try monitor.repository.unreadable(limit: 9).count == 1)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `keeps what it cannot read, as far as it can be kept`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take(
        (box.topics[.handled], "{\"receipt\":\"handled\""), (box.topics[.state], "7"))
      let messages = try monitor.repository.unreadable(limit: 10)
      #expect(messages.map(\.topic) == [box.topics[.state], box.topics[.handled]])
      #expect(monitor.fleet.withState { $0.counters.unreadable } == 2)
    }
  }
}

extension Timestamp {
  static let zero = Timestamp(milliseconds: 0)
  static let distant = Timestamp(milliseconds: 4_000_000_000_000)
}
