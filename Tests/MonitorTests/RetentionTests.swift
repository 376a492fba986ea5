import Postgres
import SQL
import TestKit
import Testing
import Wire

@testable import Monitor

@Suite(.postgres) struct `What is too old` {
  @Test(arguments: DatabaseKind.allCases)
  func `is forgotten, and nothing else`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      func fill(_ id: String, seq: Int64) throws {
        try monitor.take(
          box.handled(id, seq: seq), box.state(.online, connectionNumber: seq),
          box.health(connectionNumber: seq), (box.topics[.handled], "?"))
        let action = Action(
          at: TestMonitor.start + .seconds(seq), who: "ann", origin: "", store: "s1", box: "b1",
          verb: "stop", body: "")
        _ = try monitor.repository.begin(action)
      }
      try fill("old", seq: 1)
      monitor.advance(.seconds(100 * 86_400))
      try fill("new", seq: 2)
      let limit = TestMonitor.start + .seconds(60 * 86_400)
      #expect(try monitor.repository.prune(receiptsBefore: limit, healthBefore: limit) == false)
      let repository = monitor.repository
      #expect(try repository.receipts(after: 0, limit: 9).map(\.event.id) == ["new"])
      #expect(try repository.attempts(of: nil, before: .distant, limit: 9).map(\.key.id) == ["new"])
      #expect(try repository.states(of: box.name, since: .zero).map(\.connectionNumber) == [2])
      #expect(try repository.healths(of: box.name, since: .zero).count == 1)
      #expect(try repository.unreadable(limit: 9).count == 1)
      #expect(try repository.boxes().count == 1)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `is forgotten in short steps`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take((1...4500).map { box.handled("o\($0)", seq: Int64($0)) })
      monitor.advance(.seconds(100 * 86_400))
      let limit = TestMonitor.start + .seconds(60 * 86_400)
      var steps = 1
      while try monitor.repository.prune(receiptsBefore: limit, healthBefore: limit) { steps += 1 }
      #expect(steps == 3)
      #expect(try monitor.repository.attempts(of: nil, before: .distant, limit: 9).isEmpty)
      #expect(try monitor.repository.receipts(after: 0, limit: 9).isEmpty)
    }
  }

  @Test func `goes by whole months on a server, which has a table for each`() async throws {
    try await withFleetDatabase(.postgres) { url in
      var server = try Postgres(url: url, migrations: [])
      func months() throws -> [String] {
        try server.query(
          """
          SELECT inhrelid::regclass::text FROM pg_inherits
          WHERE inhparent = 'receipts'::regclass ORDER BY 1
          """
        ).map { $0[0] }
      }
      let box = try SampleBox()
      let monitor = try TestMonitor(url)
      // The tests begin at the end of November 2026.
      for month in 0..<3 {
        try monitor.take(box.handled("o\(month)", seq: Int64(month + 1)))
        monitor.advance(.seconds(31 * 86_400))
      }
      #expect(
        try months() == [
          "receipts_2026_11", "receipts_2026_12", "receipts_2027_01", "receipts_2027_02",
          "receipts_rest",
        ])
      #expect(try server.query("SELECT 1 FROM receipts_rest").isEmpty)
      _ = try monitor.repository.prune(
        receiptsBefore: try #require(Timestamp("2027-01-15T00:00:00Z")), healthBefore: .zero)
      #expect(try months() == ["receipts_2027_01", "receipts_2027_02", "receipts_rest"])
      #expect(try monitor.repository.receipts(after: 0, limit: 9).map(\.event.id) == ["o2"])
    }
  }

  @Test func `moves from the rest into its month where that was missing`() async throws {
    try await withFleetDatabase(.postgres) { url in
      var server = try Postgres(url: url, migrations: [])
      let box = try SampleBox()
      let first = try TestMonitor(url, at: TestMonitor.start + .seconds(70 * 86_400))
      try first.take(box.handled("b", seq: 2))
      // The clock was ahead; in the months before there are no tables.
      let second = try TestMonitor(url, at: TestMonitor.start + .seconds(2 * 86_400))
      try server.execute("DROP TABLE receipts_2027_03")
      try first.take(box.handled("c", seq: 3))
      first.advance(.seconds(31 * 86_400))
      try second.take(box.handled("a", seq: 1))
      try server.execute("ALTER TABLE receipts DETACH PARTITION receipts_2026_12")
      try server.execute("INSERT INTO receipts SELECT * FROM receipts_2026_12")
      try server.execute("DROP TABLE receipts_2026_12")
      #expect(try server.query("SELECT 1 FROM receipts_rest").count == 1)
      let third = try TestMonitor(url, at: TestMonitor.start + .seconds(2 * 86_400))
      try third.take(box.handled("d", seq: 4))
      #expect(try server.query("SELECT 1 FROM receipts_rest").isEmpty)
      #expect(
        try third.repository.receipts(after: 0, limit: 9).map(\.event.id) == ["b", "c", "a", "d"])
    }
  }

  @Test func `counts months as the calendar does`() throws {
    let moments = ["2027-01-31T23:59:59.999Z", "2028-02-29T12:00:00Z", "2026-12-01T00:00:00Z"]
    let months = try moments.map { Month(of: try #require(Timestamp($0))) }
    #expect(months.map(\.name) == ["2027_01", "2028_02", "2026_12"])
    #expect(months.map(\.next.name) == ["2027_02", "2028_03", "2027_01"])
    #expect(months[1].next.first == Timestamp("2028-03-01T00:00:00Z"))
  }
}
