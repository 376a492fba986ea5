import Database
import FoundationEssentials
import Glibc
import Interop
import Testing
import SQL
import TestKit

@Suite struct `Opening a database` {
  let people = "CREATE TABLE people (name TEXT NOT NULL) STRICT"

  @Test(
    arguments: [
      ("PRAGMA journal_mode", "wal"), ("PRAGMA locking_mode", "exclusive"),
    ] as [(StaticString, SQLValue)])
  func `sets words`(pragma: StaticString, value: SQLValue) async throws {
    try await withTemporaryFolder { folder in
      var database = try Database(path: "\(folder)/a.db", migrations: [people])
      #expect(try database.first(pragma)?.values == [value])
    }
  }

  @Test(
    arguments: [
      ("PRAGMA synchronous", 2), ("PRAGMA page_size", 1024), ("PRAGMA foreign_keys", 1),
      ("PRAGMA trusted_schema", 0), ("PRAGMA cell_size_check", 1),
      ("PRAGMA wal_autocheckpoint", 1000), ("PRAGMA journal_size_limit", 2_097_152),
      ("PRAGMA user_version", 1),
    ] as [(StaticString, SQLValue)])
  func `sets numbers, and keeps to them when it opens the file again`(
    pragma: StaticString, value: SQLValue
  ) async throws {
    try await withTemporaryFolder { folder in
      for _ in 1...2 {
        var database = try Database(path: "\(folder)/a.db", migrations: [people])
        #expect(try database.first(pragma)?.values == [value])
      }
    }
  }

  @Test func `runs each migration once, in order`() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/a.db"
      do {
        var database = try Database(path: path, migrations: [people])
        try database.execute("INSERT INTO people VALUES ('An')")
      }
      let later = [
        people,
        "ALTER TABLE people ADD COLUMN age INTEGER; UPDATE people SET age = 1",
        "UPDATE people SET age = age * 10; CREATE INDEX by_age ON people (age);",
      ]
      for _ in 1...2 {
        var database = try Database(path: path, migrations: later)
        #expect(try database.query("SELECT name, age FROM people").map(\.values) == [["An", 10]])
        #expect(try database.first("PRAGMA user_version")?.values == [3])
      }
    }
  }

  @Test func `undoes a migration that fails, and tells which`() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/a.db"
      let broken = [people, "CREATE TABLE pets (name TEXT); INSERT INTO nowhere VALUES (1)"]
      let error = #expect(throws: DatabaseError.self) {
        _ = try Database(path: path, migrations: broken)
      }
      #expect(error?.step == "bring \(path) to version 2")
      #expect(error?.reason == "no such table: nowhere")
      var database = try Database(path: path, migrations: [people])
      #expect(try database.query("SELECT 1 FROM sqlite_schema WHERE name = 'pets'").isEmpty)
    }
  }

  @Test func `refuses tables of a newer program`() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/a.db"
      _ = try Database(path: path, migrations: [people, "CREATE TABLE pets (name TEXT)"])
      let error = #expect(throws: DatabaseError.self) {
        _ = try Database(path: path, migrations: [people])
      }
      #expect(error?.code == .misuse)
      #expect(error?.reason == "its tables have version 2, this program knows 1")
    }
  }

  /// A child process has copies of all descriptors between `fork` and `exec`.
  @Test
  func `is allowed once the file is closed, though a child process still has a copy of its lock`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/a.db"
      var copy: FileDescriptor?
      do {
        let database = try Database(path: path, migrations: [people])
        let manager = FileManager.default
        for name in try manager.contentsOfDirectory(atPath: "/proc/self/fd") {
          let target = try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
          guard target == path + ".lock", let descriptor = Int32(name) else { continue }
          copy = FileDescriptor(owning: dup(descriptor))
        }
        _ = consume database
      }
      _ = try #require(copy)
      _ = try Database(path: path, migrations: [people])
    }
  }

  @Test func `is refused while the file is open, and allowed after`() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/a.db"
      do {
        var database = try Database(path: path, migrations: [people])
        let error = #expect(throws: DatabaseError.self) {
          _ = try Database(path: path, migrations: [people])
        }
        #expect(error?.isLocked == true)
        #expect(
          "\(try #require(error))".hasPrefix("cannot open \(path): another program is using it"))
        #expect(throws: DatabaseError.self) { try Database.setAside(path: path, suffix: "1") }
        try database.execute("INSERT INTO people VALUES ('An')")
      }
      var database = try Database(path: path, migrations: [people])
      #expect(try database.query("SELECT * FROM people").count == 1)
    }
  }

  @Test(.timeLimit(.minutes(1))) func `is refused in other processes too`() async throws {
    try await withTemporaryFolder { folder in
      let database = try Database(path: "\(folder)/a.db", migrations: [people])
      let other = try ChildProcess("flock", ["--nonblock", "\(folder)/a.db.lock", "true"])
      #expect(await other.wait() == .exited(1))
      withExtendedLifetime(database) {}
    }
  }

  @Test func `names a folder that is missing`() {
    let error = #expect(throws: DatabaseError.self) {
      _ = try Database(path: "/nowhere/at/all.db", migrations: [])
    }
    #expect(error?.code == .cannotOpen)
    #expect(error?.description.contains("/nowhere/at/all.db") == true)
    #expect(error?.description.contains("No such file or directory") == true)
  }
}
