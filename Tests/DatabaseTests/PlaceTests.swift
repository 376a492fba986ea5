import Database
import FoundationEssentials
import Synchronization
import SQL
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A database whose files go while it is open` {
  private static let tables = ["CREATE TABLE orders (id TEXT PRIMARY KEY) STRICT"]

  private func add(_ id: String, to database: inout Database) throws {
    try database.transaction { try $0.execute("INSERT INTO orders VALUES (?)", id) }
  }

  private func ids(in database: inout Database) throws -> [String] {
    try database.query("SELECT id FROM orders ORDER BY id").map { $0[0] }
  }

  /// What would be found there if the program were killed now.
  private func found(_ path: String, in folder: String) async throws -> [String] {
    let copy = "\(folder)/copy-\(UUID().uuidString)"
    try await run("mkdir", copy)
    try await run(
      "sh", "-c", #"for e in "" -wal; do cp "$0$e" "$1/a.db$e" || exit; done"#, path, copy)
    var database = try Database(path: "\(copy)/a.db", migrations: Self.tables)
    return try ids(in: &database)
  }

  /// Lends a database with one order, in a folder of its own.
  private func lend(
    _ body: (inout Database, Place) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      try await run("mkdir", "\(folder)/store")
      let place = Place(folder: folder, path: "\(folder)/store/a.db")
      var database = try Database(
        path: place.path, migrations: Self.tables, mended: { place.tell($0) })
      try add("A", to: &database)
      try await body(&database, place)
    }
  }

  @Test(
    arguments: [
      ["a.db"], ["a.db-wal"], ["a.db", "a.db-wal"], ["a.db", "a.db-wal", "a.db.lock"],
    ])
  func `has them there again with the next change, and tells so`(gone: [String]) async throws {
    try await lend { database, place in
      for name in gone { try await run("rm", "\(place.folder)/store/\(name)") }
      try add("B", to: &database)
      #expect(place.told.count == 1)
      #expect(place.told.first?.contains("deleted or moved") == true)
      #expect(try await found(place.path, in: place.folder) == ["A", "B"])
      try add("C", to: &database)
      #expect(try ids(in: &database) == ["A", "B", "C"])
      #expect(try await found(place.path, in: place.folder) == ["A", "B", "C"])
      #expect(place.told.count == 1)
      #expect(try database.first("PRAGMA journal_mode")?.values == ["wal"])
      let error = #expect(throws: DatabaseError.self) {
        _ = try Database(path: place.path, migrations: Self.tables)
      }
      #expect(error?.isLocked == true, "it is ours alone as before")
    }
  }

  @Test func `has them there again even if they go during a change`() async throws {
    try await lend { database, place in
      try database.transaction { database in
        try database.execute("INSERT INTO orders VALUES ('B')")
        for path in [place.path, place.path + "-wal"] {
          try FileManager.default.removeItem(atPath: path)
        }
      }
      #expect(try await found(place.path, in: place.folder) == ["A", "B"])
    }
  }

  @Test func `leaves what was moved away whole`() async throws {
    try await lend { database, place in
      try await run("mv", place.path, "\(place.folder)/moved.db")
      try add("B", to: &database)
      #expect(try await found(place.path, in: place.folder) == ["A", "B"])
      var moved = try Database(path: "\(place.folder)/moved.db", migrations: Self.tables)
      #expect(try ids(in: &moved) == ["A"])
    }
  }

  @Test func `stores nothing while the folder is away, and goes on when it is back`() async throws {
    try await lend { database, place in
      try await run("mv", "\(place.folder)/store", "\(place.folder)/away")
      for id in ["B", "C"] {
        let error = #expect(throws: DatabaseError.self) { try add(id, to: &database) }
        #expect(error?.isMoved == true)
        #expect(error?.description.contains(place.path) == true)
        #expect(try ids(in: &database) == ["A"], "reading goes on")
      }
      try await run("mv", "\(place.folder)/away", "\(place.folder)/store")
      try add("B", to: &database)
      #expect(try await found(place.path, in: place.folder) == ["A", "B"])
    }
  }

  @Test func `stores nothing while another file is in its place, and leaves that alone`()
    async throws
  {
    try await lend { database, place in
      do {
        var other = try Database(path: "\(place.folder)/other.db", migrations: Self.tables)
        try add("other", to: &other)
      }
      try await run("rm", place.path, place.path + "-wal")
      try await run("mv", "\(place.folder)/other.db", place.path)
      let before = try Data(contentsOf: URL(filePath: place.path))
      for _ in 1...2 {
        let error = #expect(throws: DatabaseError.self) { try add("B", to: &database) }
        #expect(error?.reason.contains("another file") == true)
      }
      #expect(try Data(contentsOf: URL(filePath: place.path)) == before)
      // Where that one goes too, there is room for ours.
      try await run("rm", place.path)
      try add("B", to: &database)
      #expect(try await found(place.path, in: place.folder) == ["A", "B"])
    }
  }

  @Test func `lets another file's log be when it is closed`() async throws {
    try await lend { database, place in
      try await run("rm", place.path, place.path + "-wal")
      _ = try write("another's", to: place.path)
      _ = try write("another's log", to: place.path + "-wal")
      #expect(throws: DatabaseError.self) { try add("B", to: &database) }
      database = try Database(path: "\(place.folder)/next.db", migrations: Self.tables)
      #expect(try String(contentsOfFile: place.path, encoding: .utf8) == "another's")
      #expect(try String(contentsOfFile: place.path + "-wal", encoding: .utf8) == "another's log")
    }
  }
}

/// Where a test's database is, and what it told.
private final class Place: Sendable {
  let folder: String
  let path: String
  private let notices = Mutex<[String]>([])

  init(folder: String, path: String) {
    self.folder = folder
    self.path = path
  }

  var told: [String] { notices.withLock { $0 } }
  func tell(_ notice: String) { notices.withLock { $0.append(notice) } }
}
