import Database
import FoundationEssentials
import Synchronization
import SQL
import TestKit
import Testing

@Suite struct `Transactions` {
  struct Interruption: Error {}
  let tables = ["CREATE TABLE orders (id TEXT PRIMARY KEY, amount INTEGER NOT NULL) STRICT"]

  /// A service as the programs have them: shared, with its database behind a lock.
  final class Store: Sendable {
    private let state: Mutex<Database>

    init(path: String, migrations: [String]) throws {
      state = Mutex(try Database(path: path, migrations: migrations))
    }

    func add(_ ids: [String]) throws -> Int {
      try state.withLock { database in
        try database.transaction { database in
          var added = 0
          for id in ids {
            added += try database.execute("INSERT OR IGNORE INTO orders VALUES (?, ?)", id, 5)
          }
          return added
        }
      }
    }

    var count: Int {
      get throws { try state.withLock { try $0.first("SELECT count(*) FROM orders")?[0] ?? -1 } }
    }
  }

  @Test func `store all their rows, from many threads, behind a lock`() async throws {
    try await withTemporaryFolder { folder in
      let store = try Store(path: "\(folder)/a.db", migrations: tables)
      try await withThrowingTaskGroup { group in
        for batch in 0..<8 {
          group.addTask { try store.add((0..<25).map { "\(batch)-\($0)" } + ["shared"]) }
        }
        let added = try await group.reduce(0, +)
        #expect(added == 201)
      }
      #expect(try store.count == 201)
    }
  }

  @Test func `are undone when their work fails`() async throws {
    try await withTemporaryFolder { folder in
      var database = try Database(path: "\(folder)/a.db", migrations: tables)
      #expect(throws: Interruption.self) {
        try database.transaction { database in
          try database.execute("INSERT INTO orders VALUES ('A', 1)")
          throw Interruption()
        }
      }
      #expect(try database.query("SELECT * FROM orders").isEmpty)
      try database.transaction { try $0.execute("INSERT INTO orders VALUES ('B', 1)") }
      #expect(try database.query("SELECT id FROM orders").map { $0[0] as String } == ["B"])
    }
  }

  @Test func `may go on after a row that breaks a rule`() async throws {
    try await withTemporaryFolder { folder in
      var database = try Database(path: "\(folder)/a.db", migrations: tables)
      try database.transaction { database in
        try database.execute("INSERT INTO orders VALUES ('A', 1)")
        let error = #expect(throws: DatabaseError.self) {
          try database.execute("INSERT INTO orders VALUES ('A', 2)")
        }
        #expect(error?.code.primary == .constraint)
        #expect(error?.reason == "UNIQUE constraint failed: orders.id")
        try database.execute("INSERT INTO orders VALUES ('B', 3)")
      }
      #expect(try database.query("SELECT amount FROM orders").map { $0[0] as Int } == [1, 3])
    }
  }

  @Test func `that cannot be stored are errors`() async throws {
    try await withTemporaryFolder { folder in
      let family = """
        CREATE TABLE parents (id INTEGER PRIMARY KEY) STRICT;
        CREATE TABLE children (parent INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED)
          STRICT;
        """
      var database = try Database(path: "\(folder)/a.db", migrations: [family])
      let error = #expect(throws: DatabaseError.self) {
        try database.transaction { try $0.execute("INSERT INTO children VALUES (7)") }
      }
      #expect(error?.code.primary == .constraint)
      #expect(error?.step.contains("COMMIT") == true)
      #expect(try database.query("SELECT * FROM children").isEmpty)
    }
  }

  @Test func `fail cleanly when the disk is full, and work again once there is room`() async throws
  {
    try await withTemporaryFolder { folder in
      var database = try Database(path: "\(folder)/a.db", migrations: tables)
      _ = try database.query("PRAGMA max_page_count = 12")
      let long = String(repeating: "x", count: 2000)
      let error = #expect(throws: DatabaseError.self) {
        try database.transaction { database in
          for number in 0..<100 {
            try database.execute("INSERT INTO orders VALUES (?, ?)", "\(number)\(long)", number)
          }
        }
      }
      #expect(error?.isFull == true)
      #expect(error?.hint == "free space on the file system that holds the file")
      #expect(error?.description.contains(long) == false)
      #expect(try database.query("SELECT * FROM orders").isEmpty)
      #expect(try database.first("PRAGMA quick_check")?.values == ["ok"])
      _ = try database.query("PRAGMA max_page_count = 100000")
      try database.transaction { try $0.execute("INSERT INTO orders VALUES (?, 1)", long) }
      #expect(try database.query("SELECT * FROM orders").count == 1)
    }
  }

  @Test func `are in the files as soon as they return`() async throws {
    try await withTemporaryFolder { folder in
      var database = try Database(path: "\(folder)/a.db", migrations: tables)
      try database.transaction { try $0.execute("INSERT INTO orders VALUES ('A', 8850)") }
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: "\(folder)/a.db\(ending)", toPath: "\(folder)/copy.db\(ending)")
      }
      var copy = try Database(path: "\(folder)/copy.db", migrations: tables)
      #expect(try copy.first("SELECT * FROM orders")?.values == ["A", 8850])
      withExtendedLifetime(database) {}
    }
  }
}
