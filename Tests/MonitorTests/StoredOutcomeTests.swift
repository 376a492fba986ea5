import Database
import Postgres
import SQL
import TestKit
import Testing
import Wire

@testable import Monitor

@Suite(.postgres) struct `Outcomes in the database` {
  @Test(arguments: DatabaseKind.allCases)
  func `of other versions count among the failures if they are failures`(
    kind: DatabaseKind
  ) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      let failure = Outcome(name: "melted", code: 77, settlesID: false)
      let success = Outcome(name: "projected", code: 78, settlesID: true)
      #expect((failure.isFailure, success.isFailure) == (true, false))
      try monitor.take(
        box.handled("a", seq: 1, failure), box.handled("b", seq: 2, success),
        box.handled("c", seq: 3, .failedAudio), box.handled("d", seq: 4))
      let repository = monitor.repository
      let failures = try repository.failures(since: TestMonitor.start, limit: 9)
      #expect(Set(failures.map(\.key.id)) == ["a", "c"])
      let groups = try repository.failureGroups(since: TestMonitor.start).map(\.outcome)
      #expect(Set(groups) == [failure, .failedAudio])
      #expect(groups.allSatisfy { $0.isFailure })
      let boxes = try repository.failedBoxes(since: TestMonitor.start)
      #expect(Set(boxes.map(\.code)) == [77, 3])
      #expect(boxes.reduce(0) { $0 + $1.count } == 2)
      let stored = try repository.attempts(called: "b", limit: 1).first?.outcome
      #expect(stored == success)
      #expect(stored?.settlesID == true && stored?.isFailure == false)
      try monitor.take(box.handled("e", seq: 5, success))
      let last = try repository.boxes().first?.lastOutcome
      #expect(last == success && last?.settlesID == true)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `of other versions are shown as what their receipts said`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      let success = Outcome(name: "projected", code: 78, settlesID: true)
      try monitor.take(box.delivered("a", seq: 1), box.handled("a", seq: 2, success))
      let order = try await monitor.page("/api/order", ["name": "a"])
      #expect(order.value(at: ["attempts", "0", "isFailure"]) == .bool(false))
      #expect(order.value(at: ["receipts", "1", "isFailure"]) == .bool(false))
      let page = try await monitor.page("/api/box", ["name": "s1/b1"])
      #expect(page.value(at: ["outcomes", "0", "name"]) == .string("projected"))
      #expect(page.value(at: ["outcomes", "0", "isFailure"]) == .bool(false))
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `that an earlier version stored are found after the migration`(
    kind: DatabaseKind
  ) async throws {
    try await withFleetDatabase(kind) { place in
      func fill(_ database: inout some SQLDatabase & ~Copyable) throws {
        for (id, outcome, code) in [("a", "failed", 3), ("b", "expired", 5), ("c", "played", 0)] {
          try database.query(
            """
            INSERT INTO attempts (store, box, id, attempt, order_id, opened_at, handled_at,
              outcome, code, rounds, clock_synced, replayed, repetitions, contradictions)
            VALUES ('s1', 'b1', $1, 1, 'o', $2, $2, $3, $4, 0, 1, 0, 0, 0)
            """, [.text(id), SQLValue(TestMonitor.start), .text(outcome), SQLValue(code)])
        }
      }
      switch kind {
      case .sqlite:
        var database = try Database(
          path: place, migrations: Array(Database.migrations.prefix(2)))
        try fill(&database)
      case .postgres:
        var database = try Postgres(url: place, migrations: Array(Postgres.migrations.prefix(2)))
        try fill(&database)
      }
      let monitor = try TestMonitor(place)
      let failures = try monitor.repository.failures(since: TestMonitor.start, limit: 9)
      #expect(Set(failures.map(\.key.id)) == ["a", "b"])
      #expect(try monitor.repository.attempts(called: "c", limit: 1).first?.outcome == .played)
    }
  }
}
