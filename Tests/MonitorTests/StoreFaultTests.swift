import Database
import Postgres
import TestKit
import Testing
import Wire

@testable import Monitor

@Suite(.postgres) struct `A store that does not take` {
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
    #expect(monitor.fleet.withState { $0.store.failingSince } == TestMonitor.start)
    monitor.advance(.seconds(5))
    #expect(throws: (any Error).self) { try monitor.take(messages) }
    #expect(monitor.fleet.withState { $0.store.failingSince } == TestMonitor.start)
    let boxes = monitor.fleet.withState { $0.boxes.count }
    #expect(boxes == 0, "the fleet knows nothing that is not written down")
    #expect(monitor.monitor.answerAboutItself("/readyz")?.status == 503)
    try await mend()
    // The connection may be found gone only now.
    try? monitor.take(messages)
    let receipts = try monitor.ledger.receipts(after: 0, limit: 1000)
    if receipts.isEmpty { try monitor.take(messages) }
    #expect(monitor.fleet.withState { $0.store.failingSince } == nil)
    let marks = try monitor.ledger.receipts(after: 0, limit: 1000).map(\.mark)
    #expect(marks == Array(repeating: "first", count: 400))
  }

  private func pragma(_ sql: StaticString, _ monitor: TestMonitor) throws {
    let store = try #require(monitor.ledger as? FleetStore<Database>)
    _ = try store.rows(sql)
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
      _ = try? monitor.ledger.boxes()
      try await check(monitor) {
        ($0 as? PostgresError)?.isReadOnly == true
      } mend: {
        try await server.run(
          "ALTER DATABASE \(name) SET default_transaction_read_only = off; \(disconnect)",
          in: "postgres")
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
