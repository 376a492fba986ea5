import Database
import FoundationEssentials
import TestKit
import Testing

@Suite struct `A damaged database` {
  let tables = ["CREATE TABLE orders (id TEXT PRIMARY KEY, note TEXT NOT NULL) STRICT"]

  /// Makes a database of many pages at `path`, and overwrites some of its bytes.
  private func damage(_ path: String, at range: Range<Int>) throws {
    do {
      var database = try Database(path: path, migrations: tables)
      try database.transaction { database in
        for number in 0..<500 {
          try database.execute("INSERT INTO orders VALUES (?, 'a note')", "order-\(number)")
        }
      }
    }
    let url = URL(filePath: path)
    var bytes = try Data(contentsOf: url)
    bytes.replaceSubrange(range, with: [UInt8](repeating: 0xa5, count: range.count))
    try bytes.write(to: url)
  }

  @Test(arguments: [0..<100, 1024 * 3..<1024 * 4, 1024 * 7 + 3..<1024 * 7 + 9])
  func `is found out, set aside and replaced`(damaged: Range<Int>) async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/a.db"
      try damage(path, at: damaged)
      let before = try Data(contentsOf: URL(filePath: path))
      let error = #expect(throws: DatabaseError.self) {
        _ = try Database(path: path, migrations: tables)
      }
      #expect(error?.isCorrupt == true, "\(String(describing: error))")
      #expect(try Database.setAside(path: path, suffix: "2026") == "\(path).corrupt-2026")
      #expect(try Data(contentsOf: URL(filePath: "\(path).corrupt-2026")) == before)
      var fresh = try Database(path: path, migrations: tables)
      #expect(try fresh.query("SELECT * FROM orders").isEmpty)
    }
  }

  @Test func `is set aside with all its files, and never over another`() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/a.db"
      for (ending, text) in [("", "file"), ("-wal", "log"), ("-shm", "index")] {
        try Data(text.utf8).write(to: URL(filePath: path + ending))
      }
      try Database.setAside(path: path, suffix: "1")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(
        names == ["a.db.corrupt-1", "a.db.corrupt-1-shm", "a.db.corrupt-1-wal", "a.db.lock"])
      #expect(try Data(contentsOf: URL(filePath: "\(path).corrupt-1-wal")) == Data("log".utf8))

      try Data("second".utf8).write(to: URL(filePath: path))
      #expect(throws: DatabaseError.self) { try Database.setAside(path: path, suffix: "1") }
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("second".utf8))
      #expect(try Data(contentsOf: URL(filePath: "\(path).corrupt-1")) == Data("file".utf8))
    }
  }
}
