import Database
import SQL
import TestKit
import Testing

@Suite struct `Values` {
  struct OrderID: RawRepresentable, SQLConvertible, Equatable { var rawValue: String }

  @Test(
    arguments: [
      .null, .integer(.max), .integer(.min), .real(0.1), .text(""), .text("九九\u{0}é 🔔"),
      .text("99710000000000000001"), .bytes([]), .bytes([0, 1, 0, 255]),
    ] as [SQLValue])
  func `come back as they went`(value: SQLValue) async throws {
    try await withTemporaryFolder { folder in
      var database = try Database(
        path: "\(folder)/a.db", migrations: ["CREATE TABLE things (thing ANY) STRICT"])
      try database.execute("INSERT INTO things VALUES (?)", value)
      #expect(try database.query("SELECT thing FROM things").map(\.values) == [[value]])
    }
  }

  @Test func `are read and written as Swift's own types`() async throws {
    try await withTemporaryFolder { folder in
      let table = """
        CREATE TABLE orders (
          number INTEGER PRIMARY KEY, id TEXT, amount INTEGER, body BLOB, rate REAL, note TEXT,
          played INTEGER) STRICT
        """
      var database = try Database(path: "\(folder)/a.db", migrations: [table])
      let note: String? = nil
      let changed = try database.execute(
        """
        INSERT INTO orders (id, amount, body, rate, note, played)
        VALUES (?, ?, ?, ?, ?, ?), ('b', 2, NULL, 1, 'x', FALSE)
        """,
        OrderID(rawValue: "99710000000000000001"), 8850, [0, 7] as [UInt8], 1.5, note, true)
      #expect(changed == 2)
      #expect(database.lastInsertedRow == 2)
      let row = try #require(try database.first("SELECT * FROM orders WHERE number = ?", 1))
      #expect(row[0] as Int64 == 1)
      #expect(row[1] as OrderID == OrderID(rawValue: "99710000000000000001"))
      #expect(row[2] as Int == 8850)
      #expect(row[3] as [UInt8] == [0, 7])
      #expect(row[4] as Double == 1.5)
      #expect(row[5] as String? == nil)
      #expect(row[6] as Bool == true)
      let note2 = try database.first("SELECT note FROM orders WHERE number = 2")?[0] as String?
      #expect(note2 == "x")
      #expect(try database.execute("DELETE FROM orders WHERE number > ?", 5) == 0)
      #expect(try database.execute("UPDATE orders SET amount = amount + 1") == 2)
    }
  }

  @Test func `of other types are not read`() {
    #expect(Int(sqlValue: "1") == nil)
    #expect(String(sqlValue: 1) == nil)
    #expect(String(sqlValue: nil) == nil)
    #expect(Bool(sqlValue: 2) == nil)
    #expect(Double(sqlValue: 2) == nil)
    #expect([UInt8](sqlValue: "x") == nil)
  }

  @Test func `stay out of errors`() async throws {
    try await withTemporaryFolder { folder in
      let table = "CREATE TABLE orders (amount INTEGER CHECK (amount > 0)) STRICT"
      var database = try Database(path: "\(folder)/a.db", migrations: [table])
      let error = #expect(throws: DatabaseError.self) {
        try database.execute("INSERT INTO orders VALUES (?)", -123_456)
      }
      #expect(error?.description.contains("123456") == false)
      #expect(error?.description.contains("INSERT INTO orders") == true)
    }
  }

  @Test func `return with the rows of a change`() async throws {
    try await withTemporaryFolder { folder in
      let table = "CREATE TABLE orders (number INTEGER PRIMARY KEY, id TEXT) STRICT"
      var database = try Database(path: "\(folder)/a.db", migrations: [table])
      let rows = try database.query("INSERT INTO orders (id) VALUES (?) RETURNING number", "a")
      #expect(rows.map(\.values) == [[1]])
      #expect(try database.first("SELECT id FROM orders WHERE number = 2") == nil)
    }
  }
}
