import Database
import Interop
import Monitor
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
    ("/api/box", [("name", "s7/box-3")]), ("/api/boxes", []),
  ]

  static func run() async throws -> [Row] {
    try await withTemporaryFolder { folder in
      var database = try Database(path: "\(folder)/fleet.db", migrations: Database.migrations)
      try fill(&database)
      let monitor = try FleetMonitor(
        database, MonitorSettings(topics: try FleetTopics()), name: "bench", now: { now },
        log: Log { _ in }, wake: {})
      let introductions = SampleReceipts(boxes: 10_000).introductions()
      for start in stride(from: 0, to: introductions.count, by: 1000) {
        try monitor.intake.take(Array(introductions[start..<start + 1000]))
      }
      var worst = ("", Duration.zero)
      for (path, query) in questions {
        var times: [Duration] = []
        for _ in 0..<10 {
          let request = PageRequest(
            method: "GET", path: path, query: query.map { ($0.0, $0.1) },
            visitor: Visitor(name: "bench", role: .view, origin: ""))
          let start = ContinuousClock.now
          let answer = await monitor.answer(request)
          times.append(.now - start)
          precondition(answer.status == 200, "\(path) gives \(answer.status)")
        }
        if times.percentile(0.5) > worst.1 {
          worst = (
            ([path] + query.map { "\($0.0)=\($0.1)" }).joined(separator: " "), times.percentile(0.5)
          )
        }
      }
      return [
        Row(
          what: "slowest question of the page, p50", figure: worst.1.milliseconds,
          beside: worst.0, promise: "≤ 100 ms", holds: worst.1 <= .milliseconds(100))
      ]
    }
  }

  private static func fill(_ database: inout Database) throws {
    try database.transaction { database in
      try database.execute(
        """
        WITH RECURSIVE k (i, at) AS (
          SELECT 0, 1795953600000 - 500000 * 5000
          UNION ALL SELECT i + 1, at + 5000 FROM k WHERE i < 499999)
        INSERT INTO attempts
        SELECT 's' || (i % 10000 / 10), 'box-' || (i % 10), i || '-created', 1, '' || i, at, NULL, at,
          CASE WHEN i % 200 > 0 THEN at + 4000 END,
          CASE WHEN i % 50 = 1 THEN 'failed' WHEN i % 200 > 0 THEN 'played' END,
          CASE WHEN i % 50 = 1 THEN 3 WHEN i % 200 > 0 THEN 0 END,
          CASE WHEN i % 50 = 1 THEN 'reason ' || (i % 7) END, '您有新的订单', 1, at, at, at, at, 1, 0,
          i, i + 1, 0, 0
        FROM k
        """)
      for handled: Int64 in [0, 1] {
        try database.execute(
          """
          INSERT INTO receipts (received_at, store, box, id, attempt, kind, seq, session, written_at,
            outcome, code, mark, is_duplicate)
          SELECT opened_at + 4000 * $1, store, box, id, 1,
            CASE WHEN $1 THEN 'handled' ELSE 'delivered' END, delivered_seq + $1, 1, opened_at,
            CASE WHEN $1 THEN outcome END, CASE WHEN $1 THEN code END, 'first', 0
          FROM attempts
          """, handled)
      }
    }
  }
}
