import Postgres
import TestKit
import Testing

@Suite(.serialized, .timeLimit(.minutes(1))) struct `A database that is claimed` {
  private func connect(_ server: PostgresServer, as user: String?) throws -> Postgres {
    try Postgres(url: server.url, migrations: [], user: user)
  }

  @Test func `is refused under the same name until the first one has gone, and to no other`()
    async throws
  {
    try await withPostgres { server in
      do {
        let first = try connect(server, as: "north")
        for other in ["south", nil] { _ = try connect(server, as: other) }
        let error = #expect(throws: PostgresError.self) { _ = try connect(server, as: "north") }
        #expect(error?.isClaimed == true)
        #expect(error?.description.contains("as 'north': another program uses it") == true)
        #expect(error?.hint.contains("a name of its own") == true)
        #expect(error?.isConnectionLost == false)
        withExtendedLifetime(first) {}
      }
      var next = try connect(server, as: "north")
      let timeout: String? = try next.first("SELECT current_setting('lock_timeout')")?[0]
      #expect(timeout == "0")
    }
  }

  @Test func `is claimed again by the one that connects anew`() async throws {
    try await withPostgres { server in
      var first = try connect(server, as: "north")
      try await server.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_addr IS NOT NULL",
        in: "postgres")
      #expect(throws: PostgresError.self) { try first.query("SELECT 1") }
      try first.reconnect()
      let held: Int64? = try first.first(
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()")?[0]
      #expect(held == 1)
    }
  }
}
