import Database
import Postgres
import SQL
import TestKit
import Testing
import Wire

@testable import Monitor

@Suite(.postgres, .serialized) struct `Equal ids of different sources` {
  private static let events = [
    EventID(source: "sepay", id: "727"), EventID(source: "woo", id: "727"), EventID(id: "727"),
  ]

  @Test(arguments: DatabaseKind.allCases)
  func `are orders of their own, from the command to the last receipt`(
    kind: DatabaseKind
  ) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take(Self.events.map { box.command($0) })
      #expect(monitor.fleet.withState { $0.counters.published } == 3)
      monitor.advance(.seconds(121))
      #expect(try monitor.unansweredCount() == 3)
      #expect(try monitor.repository.unansweredBoxes(monitor.silence()).map(\.count) == [3])

      try monitor.take(box.delivered("727", of: "sepay", seq: 1))
      #expect(try monitor.unansweredCount() == 2)
      try monitor.take(
        box.handled("727", of: "sepay", seq: 2), box.handled("727", of: "woo", seq: 3, .expired))
      #expect(try monitor.unansweredCount() == 1)
      let answer = try await monitor.page("/api/unanswered")
      #expect(answer.value(at: ["orders", "0", "id"]) == .string("727"))
      #expect(answer.value(at: ["orders", "0", "source"]) == .null)
      try monitor.take(box.handled("727", seq: 4))
      #expect(try monitor.unansweredCount() == 0)

      let attempts = try monitor.repository.attempts(called: "727", limit: 9)
      #expect(Set(attempts.map(\.key.event)) == Set(Self.events))
      #expect(attempts.allSatisfy { $0.key.attempt == 1 && $0.publishedAt == TestMonitor.start })
      #expect(attempts.allSatisfy { $0.repetitions + $0.contradictions == 0 })
      let outcomes = Dictionary(uniqueKeysWithValues: attempts.map { ($0.key.event, $0.outcome) })
      #expect(Self.events.map { outcomes[$0] } == [.played, .expired, .played])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `repeat receipts and make attempts by themselves`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      for event in Self.events.prefix(2) {
        try monitor.take(box.command(event))
        try monitor.take(box.handled("727", of: event.source, seq: 1, .failedAudio))
      }
      // Published again after a failure: another attempt, of this source alone.
      try monitor.take(box.command(Self.events[1]))
      try monitor.take(box.handled("727", of: "sepay", seq: 1, .failedAudio))
      let attempts = try monitor.repository.attempts(called: "727", limit: 9)
      let numbers = Self.events.prefix(2).map { event in
        attempts.filter { $0.key.event == event }.map(\.key.attempt).sorted()
      }
      #expect(numbers == [[1], [1, 2]])
      let first = attempts.first { $0.key.event == Self.events[0] }
      #expect(first?.repetitions == 1 && first?.contradictions == 0)
      let receipts = try monitor.repository.receipts(of: Self.events[0], limit: 9)
      #expect(receipts.map(\.mark) == ["first", "repeated"])
      #expect(try monitor.repository.receipts(of: EventID(id: "727"), limit: 9).isEmpty)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `are named in the answers and in the exports`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take(
        Self.events.enumerated().map { box.handled("727", of: $1.source, seq: Int64($0 + 1)) })
      let order = try await monitor.page("/api/order", ["name": "727"])
      for list in ["attempts", "receipts"] {
        guard case .array(let items)? = order.object?[list] else { continue }
        let sources = items.map { $0.object?["source"] ?? .null }
        #expect(Set(sources) == [.string("sepay"), .string("woo"), .null], "\(list)")
      }
      let csv = try await monitor.export("/api/export/receipts.csv").split(separator: "\r\n")
      #expect(csv[0].hasSuffix(",duplicate,source"))
      #expect(csv[1].hasSuffix(",false,sepay") && csv[3].hasSuffix(",false,"))
      let lines = try await monitor.export("/api/export/receipts.jsonl").split(separator: "\n")
      let first = try JSONReader.read(Array(lines[0].utf8))
      #expect(first.object?["source"] == .string("sepay"))
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `are pruned by themselves`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take(box.handled("727", of: "sepay", seq: 1))
      monitor.advance(.seconds(60))
      try monitor.take(box.handled("727", of: "woo", seq: 2))
      _ = try monitor.repository.prune(
        receiptsBefore: TestMonitor.start + .seconds(30), healthBefore: .zero)
      let left = try monitor.repository.attempts(called: "727", limit: 9)
      #expect(left.map(\.key.event) == [Self.events[1]])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `find what an earlier version stored, which names none`(kind: DatabaseKind) async throws {
    try await withFleetDatabase(kind) { place in
      func fill(_ database: inout some SQLDatabase & ~Copyable) throws {
        try database.query(
          """
          INSERT INTO attempts (store, box, id, attempt, order_id, opened_at, published_at,
            rounds, clock_synced, replayed, repetitions, contradictions, is_failure)
          VALUES ('s1', 'b1', '727', 1, 'o', $1, $1, 0, 1, 0, 0, 0, 0)
          """, [SQLValue(TestMonitor.start)])
        try database.query(
          """
          INSERT INTO receipts (received_at, store, box, id, attempt, kind, seq, session,
            written_at, mark, is_duplicate)
          VALUES ($1, 's1', 'b1', '727', 1, 'delivered', 1, 1, $1, 'first', 0)
          """, [SQLValue(TestMonitor.start)])
      }
      switch kind {
      case .sqlite:
        var database = try Database(path: place, migrations: Array(Database.migrations.prefix(3)))
        try fill(&database)
      case .postgres:
        var database = try Postgres(url: place, migrations: Array(Postgres.migrations.prefix(3)))
        // A month that has its partition already.
        _ = try database.prepareStorage(at: TestMonitor.start)
        try fill(&database)
      }
      let monitor = try TestMonitor(place)
      let box = try SampleBox()
      #expect(
        try monitor.repository.receipts(of: EventID(id: "727"), limit: 9).map(\.kind)
          == ["delivered"])
      #expect(try monitor.unansweredCount() == 0)
      // What it stored before goes on; the same id of a source is another order.
      try monitor.take(box.handled("727", seq: 2), box.handled("727", of: "woo", seq: 3, .muted))
      let attempts = try monitor.repository.attempts(called: "727", limit: 9)
      let outcomes = Dictionary(uniqueKeysWithValues: attempts.map { ($0.key.event, $0.outcome) })
      #expect(outcomes == [EventID(id: "727"): .played, Self.events[1]: .muted])
      #expect(attempts.first { $0.key.event.source == nil }?.publishedAt == TestMonitor.start)
      #expect(try monitor.repository.attempts(called: "o", limit: 9).isEmpty)
      #expect(try monitor.repository.receipts(of: Self.events[1], limit: 9).count == 1)
    }
  }
}

extension SampleBox {
  /// A command for this box.
  fileprivate func command(_ event: EventID) -> (String, String) {
    let source = event.source.map { #","source":"\#($0)""# } ?? ""
    return (
      topics[.command], #"{"aps":{"soundCommand":"order.new"},"id":"\#(event.id)"\#(source)}"#
    )
  }
}

extension TestMonitor {
  /// All of an export.
  fileprivate func export(_ path: String) async throws -> String {
    guard case .pieces(let next) = await answer(path).body else {
      Issue.record("\(path) is not sent in pieces")
      return ""
    }
    var bytes: [UInt8] = []
    while let piece = await next() { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }
}
