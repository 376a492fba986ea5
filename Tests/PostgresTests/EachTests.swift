import Database
import Postgres
import SQL
import TestKit
import Testing

@Suite(.serialized, .timeLimit(.minutes(1)))
struct `Running a statement for each of many on PostgreSQL` {
  let tables = ["CREATE TABLE orders (id text PRIMARY KEY, amount bigint NOT NULL)"]

  @Test func `gives the rows of ten thousand runs, in order`() async throws {
    try await withPostgres { server in
      var postgres = try Postgres(url: server.url, migrations: tables)
      try postgres.execute(
        "INSERT INTO orders SELECT (n * 2)::text, 0 FROM generate_series(0, 99) n")
      let rows = try postgres.queryEach(
        """
        INSERT INTO orders VALUES ($1, $2)
        ON CONFLICT (id) DO NOTHING RETURNING id, amount
        """, (0..<10_000).map { [.text("\($0)"), .integer($0)] })
      let expected: [[[SQLValue]]] = (0..<10_000).map {
        $0 < 200 && $0 % 2 == 0 ? [] : [[.text("\($0)"), .integer($0)]]
      }
      let isExpected = rows.map { $0.map(\.values) } == expected
      #expect(isExpected)
      #expect(try postgres.first("SELECT count(*) FROM orders")?.values == [10_000])
      #expect(try postgres.queryEach("DELETE FROM orders WHERE id = $1", []).isEmpty)
    }
  }

  @Test func `does not stall where much goes either way`() async throws {
    try await withPostgres { server in
      var postgres = try Postgres(url: server.url, migrations: tables)
      let long = String(repeating: "x", count: 20_000)
      let rows = try postgres.queryEach(
        "SELECT $1::text, repeat('y', 20000) WHERE $2::bigint >= 0",
        (0..<1_000).map { [.text(long), .integer($0)] })
      let lengths = Set(rows.map { $0.map { ($0[0] as String).count + ($0[1] as String).count } })
      #expect(rows.count == 1_000)
      #expect(lengths == [[40_000]])
    }
  }

  @Test(arguments: [0, 300, 2_999])
  func `reports the first error, and stores nothing`(place: Int) async throws {
    try await withPostgres { server in
      var postgres = try Postgres(
        url: server.url,
        migrations: ["CREATE TABLE orders (id text, amount bigint CHECK (amount < 9))"])
      var values: [[SQLValue]] = (0..<3_000).map { [.text("\($0)"), 1] }
      values[place] = ["bad", 10]
      for later in values.indices where later > place { values[later] = ["bad", "no number"] }
      let sql: StaticString = "INSERT INTO orders VALUES ($1, $2)"
      let error = #expect(throws: PostgresError.self) { try postgres.queryEach(sql, values) }
      #expect(error?.code == SQLState(rawValue: "23514"))
      #expect(try postgres.query("SELECT 1 FROM orders").isEmpty)
      #expect(throws: PostgresError.self) {
        try postgres.transaction { try $0.queryEach(sql, values) }
      }
      try postgres.transaction { try $0.queryEach(sql, [["A", 1], ["B", 2]]) }
      #expect(
        try postgres.query("SELECT id FROM orders ORDER BY 1").map(\.values) == [["A"], ["B"]])
    }
  }

  @Test func `takes the same text as SQLite`() async throws {
    let sql: StaticString = """
      INSERT INTO orders (amount, id) VALUES ($2, $1)
      ON CONFLICT (id) DO UPDATE SET amount = orders.amount + $2 RETURNING id, amount
      """
    try await withPostgres { server in
      var postgres = try Postgres(url: server.url, migrations: tables)
      let ours = try postgres.queryEach(sql, [["A", 1], ["A", 5]]).flatMap { $0 }
      try await withTemporaryFolder { folder in
        var database = try Database(path: "\(folder)/a.db", migrations: tables)
        let theirs = try database.queryEach(sql, [["A", 1], ["A", 5]]).flatMap { $0 }
        for (ours, theirs) in zip(ours, theirs) {
          #expect(ours[0] as String == theirs[0] as String)
          #expect(ours[1] as Int == theirs[1] as Int)
        }
      }
      #expect(ours.map(\.values) == [["A", 1], ["A", 6]])
    }
  }
}
