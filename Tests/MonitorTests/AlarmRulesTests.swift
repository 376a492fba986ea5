import Database
import SQL
import TestKit
import Testing
import Wire

@testable import Monitor

@Suite struct `Alarm rules` {
  @Test func `notice an order that nobody handles`() async throws {
    try await withEngine(.unanswered(after: .seconds(120))) { engine in
      let box = try SampleBox()
      try engine.monitor.take(
        (box.topics[.command], #"{"aps":{"soundCommand":"order.new"},"id":"a"}"#),
        box.delivered("b", seq: 1))
      #expect(try await engine.evaluate(after: 120) == [])
      #expect(
        try await engine.evaluate(after: 1) == [
          "rule box s1/b1: unanswered orders: 2, the oldest from \(TestMonitor.start)"
        ])
      try engine.monitor.take(box.handled("a", seq: 2), box.handled("b", seq: 3))
      _ = try await engine.evaluate(after: 0)
      #expect(try await engine.evaluate(after: 30) == [])
    }
  }

  @Test func `notice a box that is lost, until it is back`() async throws {
    try await withEngine(.lost(after: .seconds(300))) { engine in
      let box = try SampleBox()
      try engine.monitor.take(box.state(.online, connectionNumber: 1))
      try engine.monitor.take(box.state(.lost, connectionNumber: 1))
      #expect(try await engine.evaluate(after: 299) == [])
      #expect(
        try await engine.evaluate(after: 1) == ["rule box s1/b1: lost since \(TestMonitor.start)"])
      try engine.monitor.take(box.state(.online, connectionNumber: 2))
      _ = try await engine.evaluate(after: 0)
      #expect(try await engine.evaluate(after: 30) == [])
    }
  }

  @Test func `notice a box that gets orders and handles none`() async throws {
    try await withEngine(.silent(after: .seconds(120))) { engine in
      let box = try SampleBox()
      try engine.monitor.take(box.state(.online, connectionNumber: 1), box.delivered("a", seq: 1))
      #expect(try await engine.evaluate(after: 120) == [])
      #expect(try await engine.evaluate(after: 1).count == 1)
    }
  }

  @Test func `notice a box that handles none of the orders that come all the time`() async throws {
    try await withEngine(.silent(after: .seconds(120))) { engine in
      let box = try SampleBox()
      try engine.monitor.take(box.state(.online, connectionNumber: 1), box.handled("z", seq: 1))
      for (minute, count) in [0, 0, 1].enumerated() {
        try engine.monitor.take(box.delivered("order-\(minute)", seq: Int64(minute + 2)))
        #expect(try await engine.evaluate(after: 60).count == count, "after \(minute + 1) min")
      }
      try engine.monitor.take(box.handled("order-1", seq: 5))
      _ = try await engine.evaluate(after: 0)
      #expect(try await engine.evaluate(after: 30) == [])
    }
  }

  @Test func `notice no box that rings, or that has only just come back`() async throws {
    try await withEngine(.silent(after: .seconds(120))) { engine in
      let (rings, returns) = (try SampleBox("s1/rings"), try SampleBox("s1/returns"))
      try engine.monitor.take(
        rings.state(.online, connectionNumber: 1), rings.delivered("alert", seq: 1),
        returns.state(.lost, connectionNumber: 1),
        (returns.topics[.command], #"{"aps":{"soundCommand":"order.new"},"id":"a"}"#))
      engine.monitor.advance(.seconds(300))
      try engine.monitor.take(
        rings.report(engine.monitor, waiting: .seconds(300), ringing: 1),
        returns.state(.online, connectionNumber: 2))
      #expect(try await engine.evaluate(after: 0) == [])
    }
  }

  @Test(arguments: [
    (AlarmRule.Failures(), 3, true), (AlarmRule.Failures(), 4, false),
    (AlarmRule.Failures(codes: [3]), 2, true), (AlarmRule.Failures(codes: [3]), 3, false),
    (AlarmRule.Failures(codes: [2, 3, 6]), 3, true), (AlarmRule.Failures(codes: [5]), 1, false),
    (AlarmRule.Failures(reasons: ["elsewhere"]), 1, false),
  ])
  func `count failures`(failures: AlarmRule.Failures, count: Int, isRaised: Bool) async throws {
    try await withEngine(.failures(failures, count: count, within: .seconds(600))) { engine in
      let box = try SampleBox()
      try engine.monitor.take(
        box.handled("a", seq: 1, .failedAudio), box.handled("b", seq: 2, .failedAudio),
        box.handled("c", seq: 3, .rejectedMalformed), box.handled("d", seq: 4))
      #expect(try await engine.evaluate(after: 0).count == (isRaised ? 1 : 0))
    }
  }

  @Test func `forget failures that are past`() async throws {
    try await withEngine(.failures(AlarmRule.Failures(), count: 1, within: .seconds(600))) {
      engine in
      try engine.monitor.take(try SampleBox().handled("a", seq: 1, .failedAudio))
      #expect(try await engine.evaluate(after: 600).count == 1)
      _ = try await engine.evaluate(after: 1)
      #expect(try await engine.evaluate(after: 30) == [])
    }
  }

  @Test func `notice what a box rejects or cannot say, and name the last reason`() async throws {
    try await withEngine(.rejected(within: .seconds(900))) { engine in
      let (box, other) = (try SampleBox(), try SampleBox("s1/b2"))
      try engine.monitor.take(
        box.handled("a", seq: 1, .rejectedMalformed, reason: "amount: is missing"),
        other.handled("a", seq: 1, .failedAudio), other.handled("b", seq: 2, .rejectedQueueFull),
        other.handled("c", seq: 3, .expired))
      engine.monitor.advance(.seconds(60))
      try engine.monitor.take(
        box.handled("b", seq: 2, .failedClipMissing, reason: "clip: no 'late'"),
        box.handled("c", seq: 3, .rejectedConflict, reason: "id: accepted before"),
        box.handled("d", seq: 4))
      engine.monitor.advance(.seconds(1))
      try engine.monitor.take(
        box.handled("e", seq: 5, .rejectedMalformed, reason: "amount: is missing"))
      #expect(
        try await engine.evaluate(after: 0) == [
          """
          rule box s1/b1: orders rejected or not announced within 900 s: 4, the last one with \
          code 6, amount: is missing
          """
        ])
      #expect(try await engine.evaluate(after: 900).count == 1)
      _ = try await engine.evaluate(after: 1)
      #expect(try await engine.evaluate(after: 30) == [], "none came for so long")
    }
  }

  @Test func `notice missing receipts`() async throws {
    try await withEngine(.gaps(after: .seconds(600))) { engine in
      let box = try SampleBox()
      try engine.monitor.take(box.handled("a", seq: 1), box.handled("b", seq: 4))
      #expect(try await engine.evaluate(after: 0) == [])
      #expect(try await engine.evaluate(after: 599) == [])
      #expect(try await engine.evaluate(after: 1) == ["rule box s1/b1: 2 receipts are missing"])
    }
  }

  @Test func `notice a box without a sound device`() async throws {
    try await withEngine(.audioUnavailable(after: .seconds(300))) { engine in
      let box = try SampleBox()
      let health = Health(
        at: TestMonitor.start, connectionNumber: 1,
        audio: Health.Audio(.unavailable, device: "default"),
        version: "1")
      try engine.monitor.take((box.topics[.health], health.json.encoded))
      #expect(try await engine.evaluate(after: 0) == [])
      #expect(try await engine.evaluate(after: 300) == ["rule box s1/b1: no sound device"])
      // What a lost box said last is no longer true.
      try engine.monitor.take(box.state(.lost, connectionNumber: 1))
      _ = try await engine.evaluate(after: 0)
      #expect(try await engine.evaluate(after: 30) == [])
    }
  }

  @Test func `apply to the stores that they name`() async throws {
    let store = try #require(Identifier(rawValue: "s2"))
    try await withEngine(.lost(after: .zero), stores: [store]) { engine in
      for name in ["s1/a", "s2/a"] {
        try engine.monitor.take(try SampleBox(name).state(.lost, connectionNumber: 1))
      }
      #expect(
        try await engine.evaluate(after: 0) == ["rule box s2/a: lost since \(TestMonitor.start)"])
    }
  }

  @Test func `wait after a connection for what was missed`() async throws {
    try await withEngine(.unanswered(after: .seconds(120)), isOnline: false) { engine in
      let box = try SampleBox()
      try engine.monitor.take(box.delivered("a", seq: 1))
      #expect(try await engine.evaluate(after: 3600) == [])
      engine.monitor.fleet.broker(isOnline: true)
      #expect(try await engine.evaluate(after: 0) == [])
      try engine.monitor.take(box.handled("a", seq: 2))
      #expect(try await engine.evaluate(after: 30) == [])
      try engine.monitor.take(box.delivered("b", seq: 3))
      #expect(try await engine.evaluate(after: 121).count == 1)
      // What was open stays so while nothing is known.
      engine.monitor.fleet.broker(isOnline: false)
      try engine.monitor.take(box.handled("b", seq: 4))
      #expect(try await engine.evaluate(after: 3600).count == 1)
    }
  }

  @Test func `notice that the broker is unreachable`() async throws {
    try await withEngine(.brokerUnreachable(after: .seconds(60)), isOnline: false) {
      engine async throws in
      engine.monitor.fleet.broker(isOnline: false, failure: "connection refused")
      #expect(try await engine.evaluate(after: 0) == [])
      #expect(
        try await engine.evaluate(after: 60) == [
          "rule monitor: broker unreachable: connection refused"
        ])
    }
  }

  @Test func `notice that the database fails, and store that once it works again`()
    async throws
  {
    try await withEngine(.databaseFailing(after: .seconds(60))) { engine in
      #expect(try await engine.evaluate(after: 0) == [])
      try engine.breakDatabase()
      engine.monitor.fleet.databaseFailed("disk full", at: TestMonitor.start)
      await engine.engine.evaluate()
      engine.monitor.advance(.seconds(60))
      await engine.engine.evaluate()
      // The notice is sent at once, although it could not be stored.
      let pending = try await engine.engine.next(on: "test")
      #expect(pending?.notice.text == "database unavailable: disk full")
      #expect(pending?.notice.raisedAt == TestMonitor.start + .seconds(60))
      #expect(pending?.n == nil)
      try await engine.engine.remove(try #require(pending), on: "test")
      try engine.repairDatabase()
      #expect(try await engine.evaluate(after: 1).count == 1)
      // It is not sent a second time.
      #expect(try await engine.engine.next(on: "test") == nil)
    }
  }
}

/// An alarm engine on a monitor with a real SQLite file.
struct TestEngine {
  let monitor: TestMonitor
  let engine: AlarmEngine

  /// Advances the clock and evaluates the rules.
  ///
  /// - Returns: The open alarms as they are stored.
  func evaluate(after seconds: Int) async throws -> [String] {
    monitor.advance(.seconds(seconds))
    await engine.evaluate()
    return try monitor.repository.alarms(limit: 0).map { "\($0.name) \($0.subject): \($0.text)" }
  }

  func breakDatabase() throws {
    let store = try #require(monitor.repository as? SQLFleetRepository<Database>)
    _ = try store.database.query("ALTER TABLE alarms RENAME TO alarms_away")
  }

  func repairDatabase() throws {
    let store = try #require(monitor.repository as? SQLFleetRepository<Database>)
    _ = try store.database.query("ALTER TABLE alarms_away RENAME TO alarms")
  }
}

extension TestEngine {
  init(_ monitor: TestMonitor, _ settings: AlarmSettings, channels: [String] = ["test"]) {
    self.monitor = monitor
    var context = monitor.monitor.context
    context.settings.alarms = settings
    engine = AlarmEngine(context, channels: channels)
  }
}

/// Lends an engine with one rule; unless told otherwise, the broker has been online for long.
func withEngine(
  _ condition: AlarmRule.Condition, stores: Set<Identifier> = [], isOnline: Bool = true,
  _ body: (TestEngine) async throws -> Void
) async throws {
  var settings = AlarmSettings()
  settings.rules = [
    AlarmRule(try #require(Identifier(rawValue: "rule")), condition, stores: stores)
  ]
  if isOnline { settings.settling = .zero }
  let fixed = settings
  try await withMonitor { monitor in
    let engine = TestEngine(monitor, fixed)
    if isOnline {
      monitor.fleet.broker(isOnline: true)
    }
    try await body(engine)
  }
}
