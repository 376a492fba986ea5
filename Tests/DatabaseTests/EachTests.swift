import Database
import SQL
import TestKit
import Testing

@Suite struct `Running a statement for each of many` {
  let tables = ["CREATE TABLE orders (id TEXT PRIMARY KEY, amount INTEGER NOT NULL) STRICT"]

  @Test func `gives the rows of each run`() async throws {
    try await withTemporaryFolder { folder in
      var database = try Database(path: "\(folder)/a.db", migrations: tables)
      let rows = try database.queryEach(
        "INSERT INTO orders VALUES ($1, $2) ON CONFLICT (id) DO NOTHING RETURNING amount",
        [["A", 1], ["B", 2], ["A", 3]])
      #expect(rows.map { $0.map(\.values) } == [[[1]], [[2]], []])
      #expect(try database.queryEach("DELETE FROM orders WHERE id = $1", []).isEmpty)
    }
  }

  @Test func `stores all or nothing`() async throws {
    try await withTemporaryFolder { folder in
      var database = try Database(path: "\(folder)/a.db", migrations: tables)
      let error = #expect(throws: DatabaseError.self) {
        try database.queryEach("INSERT INTO orders VALUES ($1, $2)", [["A", 1], ["B", nil]])
      }
      #expect(error?.reason == "NOT NULL constraint failed: orders.amount")
      #expect(try database.query("SELECT * FROM orders").isEmpty)
    }
  }

  @Test func `is part of the transaction around it`() async throws {
    struct Interruption: Error {}
    try await withTemporaryFolder { folder in
      var database = try Database(path: "\(folder)/a.db", migrations: tables)
      #expect(throws: Interruption.self) {
        try database.transaction { database in
          try database.queryEach("INSERT INTO orders VALUES ($1, $2)", [["A", 1], ["B", 2]])
          throw Interruption()
        }
      }
      #expect(try database.query("SELECT * FROM orders").isEmpty)
    }
  }

  @Test(
    arguments: [
      ("SELECT $1, $2", ["one", "two"]), ("SELECT $2, $1", ["two", "one"]),
      ("SELECT $2, $1, $2", ["two", "one", "two"]), ("SELECT ?, ?", ["one", "two"]),
      ("SELECT ?2, ?1", ["two", "one"]),
    ] as [(StaticString, [SQLValue])])
  func `gives $1 the first value wherever it stands`(
    sql: StaticString, values: [SQLValue]
  ) async throws {
    try await withTemporaryFolder { folder in
      var database = try Database(path: "\(folder)/a.db", migrations: [])
      #expect(try database.query(sql, "one", "two").map(\.values) == [values])
    }
  }
}
