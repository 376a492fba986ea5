import Postgres
import SQL
import TestKit
import Testing

@Suite(.serialized, .timeLimit(.minutes(1))) struct `Opening PostgreSQL` {
  let people = "CREATE TABLE people (name text NOT NULL)"

  @Test func `runs each migration once, in order`() async throws {
    try await withPostgres { server in
      do {
        var postgres = try Postgres(url: server.url, migrations: [people])
        try postgres.execute("INSERT INTO people VALUES ('An')")
      }
      let later = [
        people, "ALTER TABLE people ADD COLUMN age integer; UPDATE people SET age = 1",
        "UPDATE people SET age = age * 10; CREATE INDEX by_age ON people (age);",
      ]
      for _ in 1...2 {
        var postgres = try Postgres(url: server.socketURL, migrations: later)
        #expect(try postgres.query("SELECT name, age FROM people").map(\.values) == [["An", 10]])
        let versions = try postgres.query("SELECT version FROM schema_versions ORDER BY version")
        #expect(versions.map(\.values) == [[1], [2], [3]])
      }
    }
  }

  @Test func `runs each migration once when many programs start together`() async throws {
    try await withPostgres { server in
      let migrations =
        [people] + (1...20).map { "INSERT INTO people VALUES ('\($0)'); SELECT pg_sleep(0.01)" }
      try await withThrowingTaskGroup { group in
        for _ in 1...4 {
          group.addTask { _ = try Postgres(url: server.url, migrations: migrations) }
        }
        try await group.waitForAll()
      }
      var postgres = try Postgres(url: server.url, migrations: migrations)
      let names = try postgres.query("SELECT name FROM people").map { $0[0] as String }
      #expect(names.sorted() == (1...20).map(String.init).sorted())
    }
  }

  @Test func `undoes a migration that fails, and tells which`() async throws {
    try await withPostgres { server in
      let broken = [people, "CREATE TABLE pets (name text); INSERT INTO nowhere VALUES (1)"]
      let error = #expect(throws: PostgresError.self) {
        _ = try Postgres(url: server.url, migrations: broken)
      }
      #expect(error?.step == "bring 127.0.0.1:\(server.port)/postgres to version 2")
      #expect(error?.code == .undefinedTable)
      #expect(error?.reason == "relation \"nowhere\" does not exist")
      var postgres = try Postgres(url: server.url, migrations: [people])
      #expect(try postgres.first("SELECT to_regclass('pets')::text")?.values == [nil])
      let ending = #expect(throws: PostgresError.self) {
        _ = try Postgres(url: server.url, migrations: [people, "COMMIT"])
      }
      #expect(ending?.code == .wrongState)
    }
  }

  @Test func `refuses tables of a newer program`() async throws {
    try await withPostgres { server in
      _ = try Postgres(url: server.url, migrations: [people, "CREATE TABLE pets (name text)"])
      let error = #expect(throws: PostgresError.self) {
        _ = try Postgres(url: server.url, migrations: [people])
      }
      #expect(error?.code == .wrongState)
      #expect(error?.isConnectionLost == false)
      #expect(error?.reason == "its tables have version 2, this program knows 1")
      #expect(error?.hint.hasPrefix("install the newer program") == true)
    }
  }

  @Test func `keeps to what a session needs, whatever the server's own settings are`() async throws
  {
    try await withPostgres { server in
      let settings = """
        ALTER DATABASE postgres SET synchronous_commit = off;
        ALTER DATABASE postgres SET bytea_output = escape;
        ALTER DATABASE postgres SET extra_float_digits = -3;
        ALTER DATABASE postgres SET timezone = 'Asia/Tokyo';
        ALTER DATABASE postgres SET default_transaction_isolation = serializable;
        """
      _ = try Postgres(url: server.url, migrations: [settings])
      var postgres = try Postgres(
        url: server.url, migrations: [settings], statementTimeout: .milliseconds(1500))
      #expect(try postgres.first("SHOW synchronous_commit")?.values == ["on"])
      #expect(try postgres.first("SHOW statement_timeout")?.values == ["1500ms"])
      #expect(
        try postgres.first(
          "SELECT $1::bytea, 0.1::double precision + 0.2, $2::timestamptz",
          [0, 65] as [UInt8], "2026-01-01 00:00:00Z")?.values
          == [.bytes([0, 65]), .real(0.1 + 0.2), "2026-01-01 00:00:00+00"])
    }
  }

  @Test
  func `tells of a server that is not there, and of one that refuses us, without the password`()
    async throws
  {
    try await withPostgres { server in
      let wrong = server.url.replacing(server.password, with: "Wr0ng-one")
      let refused = #expect(throws: PostgresError.self) {
        _ = try Postgres(url: wrong, migrations: [])
      }
      #expect(refused?.reason.contains("password authentication failed") == true)
      #expect(refused?.description.contains("Wr0ng-one") == false)

      await server.kill()
      let missing = #expect(throws: PostgresError.self) {
        _ = try Postgres(url: server.url, migrations: [])
      }
      #expect(missing?.code == .cannotConnect)
      #expect(missing?.isConnectionLost == true)
      #expect(missing?.step == "connect to 127.0.0.1:\(server.port)/postgres")
      #expect(missing?.reason.contains("Connection refused") == true)
      #expect(missing?.description.contains(server.password) == false)
    }
  }

  @Test(
    arguments: [
      "postgresql://me:hid@den@127.0.0.1:1/name", "postgresql://me:hid/den@127.0.0.1:1/name",
      "postgresql://me:hidden/name", "postgresql://me:hid%zzden@127.0.0.1:1/name",
      "postgresql://127.0.0.1:1/name?user=me&password=hid%zzden",
      "postgresql://127.0.0.1:1/name?user=me&pass=hidden", "host=127.0.0.1 password=hidden",
      "me:hidden@127.0.0.1", "postgresql://me:hidden\u{0}@127.0.0.1:1/name", "hidden", "",
    ])
  func `quotes nothing of a URL that it cannot read`(url: String) {
    let error = #expect(throws: PostgresError.self) { _ = try Postgres(url: url, migrations: []) }
    #expect(error?.step == "read the database's URL")
    #expect(error?.description.contains("hid") == false)
    #expect(error?.description.contains("den") == false)
  }

  @Test(
    arguments: [
      "postgresql://me:hidden@127.0.0.1:1/name", "postgres://me:h%40dden@127.0.0.1:1/name",
      "postgresql://127.0.0.1:1/name?user=me&password=hidden",
      "postgresql://me:hidden@127.0.0.1:1/name?connect_timeout=hidde",
      "postgresql://me:hidden@127.0.0.1:1/name?sslmode=never",
    ])
  func `hides the password of one that it can read`(url: String) {
    let error = #expect(throws: PostgresError.self) { _ = try Postgres(url: url, migrations: []) }
    #expect(error?.step == "connect to 127.0.0.1:1/name")
    #expect(error?.description.contains("hidden") == false)
    #expect(error?.description.contains("dden") == false)
  }
}
