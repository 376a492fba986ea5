import Database
import Fleet
import Interop
import Monitor
import Postgres
import SQL
import Service
import TestKit
import Wire

/// What the page asks, with 10,000 boxes, half a million orders and a million receipts in the store.
enum QueryBench {
  /// A moment after all orders, which came every five seconds.
  private static let now = Timestamp(milliseconds: 1_795_953_600_000)
  private static let questions = [
    ("/api/summary", []), ("/api/orders", []), ("/api/orders", [("name", "s7/box-3")]),
    ("/api/order", [("name", "777-created")]), ("/api/failures", [("hours", "24")]),
    ("/api/failures", [("hours", "2160")]), ("/api/unanswered", []), ("/api/silent", []),
    ("/api/box", [("name", "s7/box-3")]), ("/api/boxes", []), ("/api/alarms", []),
    ("/api/actions", []), ("/api/unreadable", []),
  ]

  static func run() async throws -> [Row] {
    let file = try await withTemporaryFolder { folder in
      var database = try Database(path: "\(folder)/fleet.db", migrations: Database.migrations)
      try fill(&database)
      return try await slowest(database)
    }
    let server = try await withPostgres { server in
      // To fill it takes longer than any question may.
      var postgres = try Postgres(
        url: server.url, migrations: Postgres.migrations, statementTimeout: .zero)
      // As the months went by there was room for each.
      try postgres.transaction { _ = try $0.prepareStorage(at: now + .seconds(-500_000 * 5)) }
      try fill(&postgres)
      // The server does that by itself, within a minute.
      try postgres.query("ANALYZE", [])
      return try await slowest(postgres)
    }
    return [("SQLite", file), ("PostgreSQL", server)].map { name, slowest in
      Row(
        what: "slowest question of the page, \(name), p50", figure: slowest.time.milliseconds,
        beside: "\(slowest.question); next \(slowest.next.milliseconds)", promise: "≤ 100 ms",
        holds: slowest.time <= .milliseconds(100))
    }
  }

  /// Which question takes longest, and how long the next one takes.
  private static func slowest<Database: FleetDatabase & ~Copyable>(
    _ database: consuming sending Database
  ) async throws -> (question: String, time: Duration, next: Duration) {
    let monitor = try FleetMonitor(
      database, MonitorSettings(topics: try FleetTopics()), publications: PublicationQueue {},
      now: { now }, log: Log { _ in })
    let introductions = SampleReceipts(boxes: 10_000).introductions()
    for start in stride(from: 0, to: introductions.count, by: 1000) {
      try monitor.ingest.store(Array(introductions[start..<start + 1000]))
    }
    var medians: [(question: String, time: Duration)] = []
    for (path, query) in questions {
      var times: [Duration] = []
      for _ in 0..<10 {
        var request = PageRequest(
          "GET", path, by: Principal(name: "bench", role: .view, origin: ""))
        request.query = query.map { ($0.0, $0.1) }
        let start = ContinuousClock.now
        let answer = await monitor.page.answer(request)
        times.append(.now - start)
        precondition(answer.status == 200, "\(path) gives \(answer.status)")
      }
      let words = [path] + query.map { "\($0.0)=\($0.1)" }
      medians.append((words.joined(separator: " "), times.percentile(0.5)))
    }
    medians.sort { $0.time > $1.time }
    return (medians[0].question, medians[0].time, medians[1].time)
  }

  private static func fill<Database: FleetDatabase & ~Copyable>(_ database: inout Database) throws {
    try database.transaction { database in
      try database.query(
        """
        WITH RECURSIVE k (i, at) AS (
          SELECT 0, 1795953600000 - 2500000000
          UNION ALL SELECT i + 1, at + 5000 FROM k WHERE i < 499999)
        INSERT INTO attempts
        SELECT 's' || (i % 10000 / 10), 'box-' || (i % 10), i || '-created', 1, '' || i, at, NULL, at,
          CASE WHEN i % 200 > 0 THEN at + 4000 END,
          CASE WHEN i % 50 = 1 THEN 'failed' WHEN i % 200 > 0 THEN 'played' END,
          CASE WHEN i % 50 = 1 THEN 3 WHEN i % 200 > 0 THEN 0 END,
          CASE WHEN i % 50 = 1 THEN 'reason ' || (i % 7) END, '您有新的订单', 1, at, at, at, at, 1, 0,
          i, i + 1, 0, 0, CASE WHEN i % 50 = 1 THEN 1 ELSE 0 END, NULL
        FROM k
        """, [])
      try database.query(
        """
        INSERT INTO receipts (received_at, store, box, id, attempt, kind, seq, session, written_at,
          outcome, code, mark, is_duplicate)
        SELECT opened_at, store, box, id, 1, 'delivered', delivered_seq, 1, opened_at,
          NULL, NULL, 'first', 0
        FROM attempts
        UNION ALL
        SELECT opened_at + 4000, store, box, id, 1, 'handled', handled_seq, 1, opened_at,
          outcome, code, 'first', 0
        FROM attempts
        """, [])
    }
  }
}
