import Postgres
import SQL
import TestKit
import Testing

@Suite(.serialized, .timeLimit(.minutes(1))) struct `Values of PostgreSQL` {
  struct OrderID: RawRepresentable, SQLConvertible, Equatable { var rawValue: String }

  let things = """
    CREATE TABLE things (
      number bigint, small smallint, middle integer, flag boolean, rate double precision, note text,
      name varchar(50), body bytea, paid numeric(12, 3), facts jsonb, raw json, at timestamptz)
    """

  @Test func `come back as they went`() async throws {
    try await withPostgres { server in
      var postgres = try Postgres(url: server.url, migrations: [things])
      for number in [Int64.min, -1, 0, .max] {
        try postgres.execute("INSERT INTO things (number) VALUES ($1)", number)
      }
      #expect(
        try postgres.query("SELECT number FROM things ORDER BY number").map(\.values)
          == [[.integer(.min)], [-1], [0], [.integer(.max)]])

      for rate in [
        0.1, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity,
      ] as [Double] {
        let back = try postgres.first("SELECT $1::double precision", rate)
        #expect(back?.values == [.real(rate)])
      }
      let unknown: Double? = try postgres.first("SELECT $1::double precision", Double.nan)?[0]
      #expect(unknown?.isNaN == true)

      let long = String(repeating: "九九é🔔'\"\\\n", count: 400_000)
      for text in ["", " ", "🔔👩🏽‍🍳", "\\x41", "NULL", "'; DROP TABLE things", long] {
        let back: String? = try postgres.first("SELECT $1::text", text)?[0]
        let isSame = back == text
        #expect(isSame, "\(text.prefix(20))")
      }
      let every = [UInt8](0...255)
      let many = Array(repeating: every, count: 20_000).flatMap(\.self)
      for bytes in [[], [0], every, many] as [[UInt8]] {
        let back: [UInt8]? = try postgres.first("SELECT $1::bytea", bytes)?[0]
        let isSame = back == bytes
        #expect(isSame, "\(bytes.count) bytes")
      }
    }
  }

  @Test func `take the type of their column, and come back in it`() async throws {
    try await withPostgres { server in
      var postgres = try Postgres(url: server.url, migrations: [things])
      let added = try postgres.execute(
        "INSERT INTO things VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        7, 8, 9, true, 1.5, "x", OrderID(rawValue: "A"), [1, 0] as [UInt8], "12.50", #"{"a": [1]}"#,
        #"{ "b":2}"#, "2026-01-31T12:00:00+03:00")
      #expect(added == 1)
      #expect(try postgres.execute("INSERT INTO things (number) VALUES ($1), ($1 + 1)", 7) == 2)
      let row = try #require(try postgres.first("SELECT * FROM things WHERE small IS NOT NULL"))
      #expect(
        row.values == [
          7, 8, 9, 1, 1.5, "x", "A", .bytes([1, 0]), "12.500", #"{"a": [1]}"#, #"{ "b":2}"#,
          "2026-01-31 09:00:00+00",
        ])
      #expect(row[3] as Bool)
      #expect(row[6] as OrderID == OrderID(rawValue: "A"))
      let empty = try #require(
        try postgres.first("SELECT * FROM things WHERE small IS NULL ORDER BY number"))
      #expect(empty.values == [7] + Array(repeating: .null, count: 11))
      #expect(empty[5] as String? == nil)
      #expect(try postgres.first("SELECT count(*), 'ab'::name FROM things")?.values == [3, "ab"])
    }
  }

  @Test func `that cannot be sent are refused before anything is`() async throws {
    try await withPostgres { server in
      var postgres = try Postgres(url: server.url, migrations: [things])
      let refused: [(SQLValue, SQLState, String)] = [
        ("a\u{0}b", .characterNotInRepertoire, "NUL"), (.bytes([1]), .datatypeMismatch, "bytes"),
      ]
      for (value, code, word) in refused {
        let error = #expect(throws: PostgresError.self) {
          try postgres.queryEach("INSERT INTO things (note) VALUES ($1)", [["first"], [value]])
        }
        #expect(error?.code == code)
        #expect(error?.reason.contains("$1") == true)
        #expect(error?.reason.contains(word) == true)
      }
      let error = #expect(throws: PostgresError.self) {
        try postgres.execute("INSERT INTO things (body) VALUES ($1)", "text")
      }
      #expect(error?.code == .datatypeMismatch)
      #expect(try postgres.query("SELECT * FROM things").isEmpty)
    }
  }

  @Test func `stay out of errors`() async throws {
    try await withPostgres { server in
      var postgres = try Postgres(url: server.url, migrations: [things])
      for value in ["secret", "se\"cr\"et"] {
        let error = #expect(throws: PostgresError.self) {
          try postgres.execute("INSERT INTO things (number) VALUES ($1)", value)
        }
        #expect(error?.reason == "invalid input syntax for type bigint: a value")
      }
      let error = #expect(throws: PostgresError.self) {
        try postgres.execute("INSERT INTO things (small) VALUES ($1)", 123_456)
      }
      #expect(error?.code == SQLState(rawValue: "22003"))
      #expect(error?.description.contains("123456") == false)
      #expect(error?.description.contains("INSERT INTO things") == true)
    }
  }
}
