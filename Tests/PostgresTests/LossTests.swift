import Postgres
import SQL
import TestKit
import Testing

@Suite(.serialized, .timeLimit(.minutes(1))) struct `Losing PostgreSQL` {
  let tables = ["CREATE TABLE orders (id text PRIMARY KEY, amount bigint NOT NULL)"]

  private func add(_ id: String, to postgres: inout Postgres) throws {
    try postgres.execute("INSERT INTO orders VALUES ($1, 1)", id)
  }

  private func ids(in postgres: inout Postgres) throws -> [String] {
    try postgres.query("SELECT id FROM orders ORDER BY id").map { $0[0] }
  }

  @Test(arguments: [true, false])
  func `in a transaction is told, and what was stored is there after connecting anew`(
    isAtTheEnd: Bool
  ) async throws {
    try await withPostgres { server in
      var postgres = try Postgres(url: server.url, migrations: tables)
      try postgres.transaction { try add("A", to: &$0) }
      let error = #expect(throws: PostgresError.self) {
        try postgres.transaction { postgres in
          try add("B", to: &postgres)
          server.crash()
          if !isAtTheEnd { try add("C", to: &postgres) }
        }
      }
      #expect(error?.isConnectionLost == true)
      #expect(error?.description.contains(server.password) == false)
      let isLost = postgres.isConnectionLost
      #expect(isLost)
      let again = #expect(throws: PostgresError.self) { try add("D", to: &postgres) }
      #expect(again?.isConnectionLost == true)
      await server.kill()
      #expect(throws: PostgresError.self) { try postgres.reconnect() }

      try await server.start()
      try postgres.reconnect()
      let isStillLost = postgres.isConnectionLost
      #expect(!isStillLost)
      #expect(try ids(in: &postgres) == ["A"])
      try postgres.transaction { try add("E", to: &$0) }
      #expect(try ids(in: &postgres) == ["A", "E"])
    }
  }

  @Test func `in the middle of many runs stores none of them`() async throws {
    try await withPostgres { server in
      var postgres = try Postgres(url: server.url, migrations: tables)
      let number = try process(&postgres)
      let error = #expect(throws: PostgresError.self) {
        try postgres.queryEach(
          "INSERT INTO orders SELECT $1, 1 FROM pg_terminate_backend(nullif($2, 0)::integer)",
          (0..<5_000).map { [.text("\($0)"), .integer($0 == 3_000 ? number : 0)] })
      }
      #expect(error?.isConnectionLost == true)
      try postgres.reconnect()
      #expect(try ids(in: &postgres).isEmpty)
    }
  }

  private func process(_ postgres: inout Postgres) throws -> Int64 {
    try postgres.first("SELECT pg_backend_pid()")?[0] ?? 0
  }

  @Test func `to an operator is told in the server's words`() async throws {
    try await withPostgres { server in
      var postgres = try Postgres(url: server.url, migrations: tables)
      var other = try Postgres(url: server.url, migrations: tables)
      let number = try process(&postgres)
      _ = try other.query("SELECT pg_terminate_backend($1, 10000)", number)
      let error = #expect(throws: PostgresError.self) { try add("A", to: &postgres) }
      #expect(error?.isConnectionLost == true)
      #expect(
        error?.reason.contains("terminating connection due to administrator command") == true)
      let isLost = postgres.isConnectionLost
      #expect(isLost)
    }
  }

  @Test func `to a machine that hangs is noticed`() async throws {
    try await withPostgres { server in
      var postgres = try Postgres(
        url: server.url, migrations: tables, statementTimeout: .milliseconds(400),
        silence: .milliseconds(100))
      server.freeze()
      let error = #expect(throws: PostgresError.self) { try add("A", to: &postgres) }
      #expect(error?.isConnectionLost == true)
      #expect(error?.reason == "the server does not answer")
    }
  }
}
