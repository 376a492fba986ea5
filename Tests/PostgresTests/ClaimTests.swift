import Postgres
import SQL
import TestKit
import Testing

@Suite(.serialized, .timeLimit(.minutes(1))) struct `Tables that one program has alone` {
  private func connect(_ url: String, alone isAlone: Bool = true) throws -> Postgres {
    try Postgres(url: url, migrations: [], isAlone: isAlone)
  }

  @Test func `are refused to another one until the first has gone, those of other schemas are not`()
    async throws
  {
    try await withPostgres { server in
      try await server.run("CREATE SCHEMA south", in: "postgres")
      let south = "\(server.url)?options=-csearch_path%3Dsouth"
      do {
        let first = try connect(server.url)
        _ = try connect(server.url, alone: false)
        _ = try connect(south)
        let error = #expect(throws: PostgresError.self) { _ = try connect(server.url) }
        #expect(error?.isClaimed == true)
        #expect(error?.description.contains("another program uses them") == true)
        #expect(error?.hint.contains("name another database or schema") == true)
        #expect(error?.isConnectionLost == false)
        withExtendedLifetime(first) {}
      }
      var next = try connect(server.url)
      let timeout: String? = try next.first("SELECT current_setting('lock_timeout')")?[0]
      #expect(timeout == "0")
    }
  }

  @Test func `are kept by the one that connects anew`() async throws {
    try await withPostgres { server in
      var first = try connect(server.url)
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
