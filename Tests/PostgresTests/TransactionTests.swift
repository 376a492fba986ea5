import Postgres
import SQL
import TestKit
import Testing

@Suite(.serialized, .timeLimit(.minutes(1))) struct `Transactions of PostgreSQL` {
  struct Interruption: Error {}
  let tables = ["CREATE TABLE orders (id text PRIMARY KEY, amount bigint NOT NULL)"]

  @Test func `are stored whole, or undone when their work fails`() async throws {
    try await withPostgres { server in
      var postgres = try Postgres(url: server.url, migrations: tables)
      var other = try Postgres(url: server.socketURL, migrations: tables)
      try postgres.transaction { postgres in
        try postgres.execute("INSERT INTO orders VALUES ($1, $2)", "A", 1)
        #expect(try other.query("SELECT * FROM orders").isEmpty)
      }
      #expect(try other.query("SELECT id FROM orders").map(\.values) == [["A"]])
      #expect(throws: Interruption.self) {
        try postgres.transaction { postgres in
          try postgres.execute("INSERT INTO orders VALUES ($1, $2)", "B", 1)
          throw Interruption()
        }
      }
      #expect(try postgres.query("SELECT id FROM orders").map(\.values) == [["A"]])
      #expect(try postgres.execute("UPDATE orders SET amount = amount + 1") == 1)
    }
  }

  @Test func `are not stored after a statement that failed, whatever their work makes of it`()
    async throws
  {
    try await withPostgres { server in
      var postgres = try Postgres(url: server.url, migrations: tables)
      var isDouble = false
      let error = #expect(throws: PostgresError.self) {
        try postgres.transaction { postgres in
          try postgres.execute("INSERT INTO orders VALUES ('A', 1)")
          do throws(PostgresError) {
            try postgres.execute("INSERT INTO orders VALUES ('A', 2)")
          } catch { isDouble = error.isUniqueViolation }
        }
      }
      #expect(isDouble)
      #expect(error?.code == .transactionFailed)
      #expect(try postgres.query("SELECT * FROM orders").isEmpty)
      try postgres.transaction { try $0.execute("INSERT INTO orders VALUES ('B', 1)") }
      #expect(try postgres.query("SELECT id FROM orders").map(\.values) == [["B"]])
      let ended = #expect(throws: PostgresError.self) {
        try postgres.transaction { try $0.execute("ROLLBACK") }
      }
      #expect(ended?.code == .wrongState)
    }
  }

  @Test func `that cannot be stored are errors`() async throws {
    try await withPostgres { server in
      let family = """
        CREATE TABLE parents (id bigint PRIMARY KEY);
        CREATE TABLE children (parent bigint REFERENCES parents DEFERRABLE INITIALLY DEFERRED);
        """
      var postgres = try Postgres(url: server.url, migrations: [family])
      let error = #expect(throws: PostgresError.self) {
        try postgres.transaction { try $0.execute("INSERT INTO children VALUES (7)") }
      }
      #expect(error?.code == SQLState(rawValue: "23503"))
      #expect(error?.step.hasPrefix("commit a transaction") == true)
      let alone = #expect(throws: PostgresError.self) {
        try postgres.execute("INSERT INTO children VALUES (7)")
      }
      #expect(alone?.code == SQLState(rawValue: "23503"))
      #expect(try postgres.query("SELECT * FROM children").isEmpty)
    }
  }

  @Test func `that get into each other's way can be told and run again`() async throws {
    try await withPostgres { server in
      var postgres = try Postgres(url: server.url, migrations: tables)
      var other = try Postgres(url: server.url, migrations: tables)
      try postgres.execute("INSERT INTO orders VALUES ('A', 1)")
      let error = #expect(throws: PostgresError.self) {
        try postgres.transaction { postgres in
          try postgres.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
          _ = try postgres.query("SELECT * FROM orders")
          try other.execute("UPDATE orders SET amount = 2")
          try postgres.execute("UPDATE orders SET amount = 3")
        }
      }
      #expect(error?.isSerialization == true)
      try postgres.transaction { try $0.execute("UPDATE orders SET amount = 3") }
      #expect(try other.query("SELECT amount FROM orders").map(\.values) == [[3]])
    }
  }

  @Test func `fail with a cause that can be told`() async throws {
    try await withPostgres { server in
      var postgres = try Postgres(
        url: server.url, migrations: tables, statementTimeout: .milliseconds(200))
      let full = #expect(throws: PostgresError.self) {
        try postgres.execute(
          "DO $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$")
      }
      #expect(full?.isFull == true)
      #expect(full?.reason == "no space")
      let slow = #expect(throws: PostgresError.self) { try postgres.query("SELECT pg_sleep(100)") }
      #expect(slow?.code == .cancelled)
      let unreadable = #expect(throws: PostgresError.self) { try postgres.query("SELEKT 1") }
      #expect(unreadable?.code == SQLState(rawValue: "42601"))
      #expect(unreadable?.step.hasPrefix("prepare \"SELEKT 1\" on 127.0.0.1") == true)
      let stream = #expect(throws: PostgresError.self) {
        try postgres.query("COPY orders TO STDOUT")
      }
      #expect(stream?.isConnectionLost == true)
      try postgres.reconnect()
      #expect(try postgres.query("SELECT * FROM orders").isEmpty)
    }
  }

  @Test func `only read where the server takes no writes`() async throws {
    try await withPostgres { server in
      do {
        var postgres = try Postgres(url: server.url, migrations: tables)
        try postgres.execute("INSERT INTO orders VALUES ('A', 1)")
      }
      var postgres = try Postgres(
        url: server.url + "?options=-cdefault_transaction_read_only%3Don", migrations: tables)
      let error = #expect(throws: PostgresError.self) {
        try postgres.execute("INSERT INTO orders VALUES ('B', 1)")
      }
      #expect(error?.isReadOnly == true)
      #expect(error?.isConnectionLost == false)
      #expect(try postgres.query("SELECT id FROM orders").map(\.values) == [["A"]])
    }
  }

  @Test func `go on after another program has changed the tables`() async throws {
    try await withPostgres { server in
      var postgres = try Postgres(url: server.url, migrations: tables)
      var other = try Postgres(url: server.url, migrations: tables)
      func all(_ postgres: inout Postgres) throws -> Int {
        try postgres.query("SELECT * FROM orders").count
      }
      #expect(try all(&postgres) == 0)
      try other.execute("ALTER TABLE orders ADD COLUMN note text")
      #expect(throws: PostgresError.self) { try all(&postgres) }
      #expect(try all(&postgres) == 0)
    }
  }
}
