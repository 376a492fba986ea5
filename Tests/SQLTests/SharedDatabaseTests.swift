import Dispatch
import SQL
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A shared database` {
  @Test func `that is lost keeps only the caller waiting who reconnects`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let (losses, loss) = AsyncStream<Void>.makeStream()
    let database = SharedDatabase(
      FakeDatabase(isConnectionLost: true, reconnecting: { gate.wait() }), lost: { loss.yield() })
    #expect(throws: FakeDatabase.Lost.self) { try database.query("SELECT 1") }
    for await _ in losses { break }
    let (ends, end) = AsyncStream<Void>.makeStream()
    DispatchQueue(label: "reconnector").async {
      try? database.recover()
      end.yield()
    }
    // The recovery cannot end before these calls have: they are what opens the gate.
    #expect(throws: DatabaseUnavailable.self) { try database.query("SELECT 1") }
    #expect(throws: DatabaseUnavailable.self) { try database.transaction { _ in } }
    gate.signal()
    for await _ in ends { break }
    #expect(try database.query("SELECT 1").map(\.values) == [["SELECT 1"]])
  }

  @Test func `is busy for everybody else while one statement hangs`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let (starts, start) = AsyncStream<Void>.makeStream()
    let (ends, end) = AsyncStream<[Row]?>.makeStream()
    let database = SharedDatabase(
      FakeDatabase(running: { if $0 == "SELECT 'hangs'" { start.yield(); gate.wait() } }),
      patience: .milliseconds(50))
    DispatchQueue(label: "hangs").async {
      end.yield(try? database.query("SELECT 'hangs'"))
    }
    for await _ in starts { break }
    // The statement cannot end before these calls have: they are what opens the gate.
    #expect(throws: DatabaseBusy.self) { try database.query("SELECT 1") }
    let clock = ContinuousClock.now
    for _ in 0..<1000 {
      #expect(throws: DatabaseBusy.self) { try database.transaction { _ in } }
    }
    #expect(.now - clock < .seconds(20), "after the patience nobody waits at all")
    gate.signal()
    for await rows in ends {
      #expect(rows?.map(\.values) == [["SELECT 'hangs'"]])
      break
    }
    #expect(try database.query("SELECT 1").map(\.values) == [["SELECT 1"]])
  }

  @Test func `serves callers one at a time, and each of them`() async throws {
    let database = SharedDatabase(FakeDatabase(), patience: .seconds(30))
    let (ends, end) = AsyncStream<Int>.makeStream()
    for thread in 0..<8 {
      DispatchQueue(label: "thread \(thread)").async {
        var served = 0
        for _ in 0..<500 where (try? database.query("SELECT 1"))?.count == 1 { served += 1 }
        end.yield(served)
      }
    }
    var served: [Int] = []
    for await count in ends {
      served.append(count)
      if served.count == 8 { break }
    }
    #expect(served == Array(repeating: 500, count: 8))
  }

  @Test func `lets errors of statements through, and goes on`() {
    let database = SharedDatabase(FakeDatabase(), lost: { Issue.record("it is not lost") })
    #expect(throws: FakeDatabase.Refused.self) {
      try database.transaction { try $0.query("refuse", []) }
    }
    #expect(throws: Never.self) { try database.query("SELECT 1") }
  }
}

/// A database that answers each statement with its own text.
private struct FakeDatabase: SQLDatabase {
  struct Lost: Error {}
  struct Refused: Error {}

  var isConnectionLost = false
  var reconnecting: @Sendable () -> Void = {}
  var running: @Sendable (String) -> Void = { _ in }

  mutating func reconnect() throws {
    reconnecting()
    isConnectionLost = false
  }

  mutating func transaction<Result>(_ body: (inout Self) throws -> Result) throws -> Result {
    try body(&self)
  }

  mutating func query(_ sql: StaticString, _ bindings: [SQLValue]) throws -> [Row] {
    if isConnectionLost { throw Lost() }
    if sql.description == "refuse" { throw Refused() }
    running(sql.description)
    return [Row(values: [.text(sql.description)])]
  }

  mutating func queryEach(_ sql: StaticString, _ bindings: [[SQLValue]]) throws -> [[Row]] {
    try bindings.map { try query(sql, $0) }
  }
}
