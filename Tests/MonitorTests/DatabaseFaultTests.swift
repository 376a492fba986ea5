import Database
import Postgres
import SQL
import TestKit
import Testing
import Wire

@testable import Monitor

@Suite(.postgres) struct `A database that does not take reports` {
  /// The batch is refused as a whole, which is told; after the mending it is taken once.
  private func check(
    _ monitor: TestMonitor, isCause: (any Error) -> Bool, mend: () async throws -> Void
  ) async throws {
    let box = try SampleBox()
    let messages = (1...200).flatMap {
      [box.delivered("o\($0)", seq: Int64($0 * 2 - 1)), box.handled("o\($0)", seq: Int64($0 * 2))]
    }
    let error = #expect(throws: (any Error).self) { try monitor.take(messages) }
    #expect(error.map(isCause) == true, "\(error.map { "\($0)" } ?? "")")
    #expect(monitor.fleet.withState { $0.database.failingSince } == TestMonitor.start)
    monitor.advance(.seconds(5))
    #expect(throws: (any Error).self) { try monitor.take(messages) }
    #expect(monitor.fleet.withState { $0.database.failingSince } == TestMonitor.start)
    let boxes = monitor.fleet.withState { $0.boxes.count }
    #expect(boxes == 0, "the fleet knows nothing that is not written down")
    #expect(monitor.monitor.page.healthAnswer("/readyz")?.status == 503)
    try await mend()
    try monitor.repository.recover()
    // The connection may be found gone only now.
    if (try? monitor.take(messages)) == nil { try monitor.repository.recover() }
    let receipts = try monitor.repository.receipts(after: 0, limit: 1000)
    if receipts.isEmpty { try monitor.take(messages) }
    #expect(monitor.fleet.withState { $0.database.failingSince } == nil)
    let marks = try monitor.repository.receipts(after: 0, limit: 1000).map(\.mark)
    #expect(marks == Array(repeating: "first", count: 400))
  }

  private func pragma(_ sql: StaticString, _ monitor: TestMonitor) throws {
    let repository = try #require(monitor.repository as? SQLFleetRepository<Database>)
    _ = try repository.database.query(sql)
  }

  @Test func `because its file system is full`() async throws {
    try await withMonitor { monitor in
      try pragma("PRAGMA max_page_count = 1", monitor)
      try await check(monitor) {
        ($0 as? DatabaseError)?.isFull == true
      } mend: {
        try pragma("PRAGMA max_page_count = 1000000", monitor)
      }
    }
  }

  @Test func `because another program has the file`() async throws {
    try await withMonitor { monitor in
      let error = #expect(throws: DatabaseError.self) { _ = try TestMonitor(monitor.path) }
      #expect(error?.isLocked == true)
      #expect(error?.description.contains(monitor.path) == true)
      #expect(error?.hint.contains("other program") == true)
    }
  }

  @Test func `because the server's disk is full`() async throws {
    let server = try #require(PostgresTrait.server)
    try await withMonitor(on: .postgres) { monitor in
      let name = String(monitor.path.split(separator: "/").last ?? "")
      try await server.run(
        """
        CREATE FUNCTION fill_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
        END $$;
        CREATE TRIGGER full_disk BEFORE INSERT ON attempts FOR EACH STATEMENT
          EXECUTE FUNCTION fill_up();
        """, in: name)
      try await check(monitor) {
        ($0 as? PostgresError)?.isFull == true
      } mend: {
        try await server.run("DROP TRIGGER full_disk ON attempts", in: name)
      }
    }
  }

  @Test func `because the server can only be read`() async throws {
    let server = try #require(PostgresTrait.server)
    try await withMonitor(on: .postgres) { monitor in
      let name = String(monitor.path.split(separator: "/").last ?? "")
      let disconnect =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'"
      try await server.run(
        "ALTER DATABASE \(name) SET default_transaction_read_only = on; \(disconnect)",
        in: "postgres")
      _ = try? monitor.repository.boxes()
      try monitor.repository.recover()
      try await check(monitor) {
        ($0 as? PostgresError)?.isReadOnly == true
      } mend: {
        try await server.run(
          "ALTER DATABASE \(name) SET default_transaction_read_only = off; \(disconnect)",
          in: "postgres")
      }
    }
  }

  @Test func `because its file was taken away, which only then is looked for`() async throws {
    try await withTemporaryFolder { folder in
      try await run("mkdir", "\(folder)/store")
      let monitor = try TestMonitor("\(folder)/store/fleet.db")
      try await run("mv", "\(folder)/store", "\(folder)/away")
      try await check(monitor) {
        ($0 as? DatabaseError)?.isMoved == true
      } mend: {
        try await run("mv", "\(folder)/away", "\(folder)/store")
      }
    }
  }

  @Test func `because the server is gone for a while`() async throws {
    try await withPostgres { server in
      let monitor = try TestMonitor(server.url)
      await server.kill()
      try await check(monitor) {
        let error = $0 as? PostgresError
        return error?.isConnectionLost == true && "\($0)".contains(server.password) == false
      } mend: {
        try await server.start()
      }
    }
  }
}
