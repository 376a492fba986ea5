import TestKit
import Testing
import Wire

@testable import Monitor

/// An order that rings until somebody acknowledges it is answered: the box says that it has it.
@Suite(.postgres, .serialized) struct `An unanswered order` {
  private static let patience = Duration.seconds(120)

  @Test(arguments: DatabaseKind.allCases)
  func `is none that rings as it should`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take(box.state(.online, connectionNumber: 1), box.delivered("alert", seq: 1))
      for minute in 1...5 {
        monitor.advance(.seconds(60))
        try monitor.take(box.report(monitor, waiting: .seconds(minute * 60), ringing: 1))
        #expect(try await monitor.unanswered() == [])
      }
      #expect(try monitor.unansweredCount() == 0)
      #expect(try monitor.repository.unansweredBoxes(monitor.silence()) == [])
      // It ends with a word of the box; had it gone without one, it would be missed.
      monitor.advance(.seconds(60))
      try monitor.take(box.report(monitor, waiting: nil, ringing: 0))
      #expect(try await monitor.unanswered() == ["alert"])
      try monitor.take(box.handled("alert", seq: 2))
      #expect(try await monitor.unanswered() == [])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `is one that is older than all that the box has`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take(box.state(.online, connectionNumber: 1), box.delivered("forgotten", seq: 1))
      monitor.advance(.seconds(30))
      try monitor.take(box.delivered("alert", seq: 2))
      monitor.advance(.seconds(150))
      try monitor.take(box.report(monitor, waiting: .seconds(150), ringing: 1))
      #expect(try await monitor.unanswered() == ["forgotten"])
      #expect(try monitor.unansweredCount() == 1)
      #expect(try monitor.repository.unansweredBoxes(monitor.silence()).map(\.count) == [1])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `is one on a box that was lost while it rang, or tells nothing any more`(
    kind: DatabaseKind
  ) async throws {
    try await withMonitor(on: kind) { monitor in
      let (lost, mute) = (try SampleBox("s1/lost"), try SampleBox("s1/mute"))
      for box in [lost, mute] {
        try monitor.take(box.state(.online, connectionNumber: 1), box.delivered("x", seq: 1))
      }
      monitor.advance(.seconds(130))
      for box in [lost, mute] {
        try monitor.take(box.report(monitor, waiting: .seconds(130), ringing: 1))
      }
      #expect(try await monitor.unanswered() == [])
      try monitor.take(lost.state(.lost, connectionNumber: 1))
      #expect(try await monitor.unanswered().count == 1)
      monitor.advance(.seconds(180))
      #expect(try await monitor.unanswered().count == 2)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `is one that a box has in its queue and does not come to`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let (stuck, busy) = (try SampleBox("s1/stuck"), try SampleBox("s1/busy"))
      for box in [stuck, busy] {
        try monitor.take(
          box.state(.online, connectionNumber: 1), box.delivered(box.name.box.rawValue, seq: 1))
      }
      monitor.advance(.seconds(150))
      try monitor.take(
        stuck.report(monitor, waiting: .seconds(150), queue: 3),
        busy.report(monitor, waiting: .seconds(150), queue: 30, played: .seconds(9)))
      #expect(try await monitor.unanswered() == ["stuck"])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `is one that rings longer than any order may`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take(box.state(.online, connectionNumber: 1), box.delivered("endless", seq: 1))
      monitor.advance(.seconds(1799))
      try monitor.take(box.report(monitor, waiting: .seconds(1799), ringing: 1))
      #expect(try await monitor.unanswered() == [])
      monitor.advance(.seconds(1))
      #expect(try await monitor.unanswered() == ["endless"])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `is one that nobody has delivered, whatever else rings there`(kind: DatabaseKind)
    async throws
  {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take(
        box.state(.online, connectionNumber: 1), box.delivered("alert", seq: 1),
        (box.topics[.command], #"{"aps":{"soundCommand":"order.new"},"id":"on its way"}"#))
      monitor.advance(.seconds(121))
      try monitor.take(box.report(monitor, waiting: .seconds(121), ringing: 1))
      #expect(try await monitor.unanswered() == ["on its way"])
      // A word of the box begins the patience anew.
      try monitor.take(box.delivered("on its way", seq: 2))
      monitor.advance(.seconds(120))
      try monitor.take(box.report(monitor, waiting: nil))
      #expect(
        try monitor.repository.unanswered(monitor.silence(), limit: 9).map(\.key.id) == ["alert"])
    }
  }

  @Test func `is told of in the same way everywhere`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      try monitor.take(
        box.state(.online, connectionNumber: 1), box.delivered("alert", seq: 1))
      monitor.advance(.seconds(10))
      try monitor.take((box.topics[.command], #"{"aps":{"soundCommand":"order.new"},"id":"gone"}"#))
      monitor.advance(.seconds(121))
      try monitor.take(box.report(monitor, waiting: .seconds(131), ringing: 1))
      let summary = try await monitor.page("/api/summary")
      #expect(summary.value(at: ["recent", "unanswered"])?.text == "1")
      #expect(summary.value(at: ["unanswered", "count"])?.text == "1")
      #expect(await monitor.shown()["soundbox_orders_unanswered"] == "1")
      let name = try #require(Identifier(rawValue: "rule"))
      var context = monitor.monitor.context
      context.settings.alarms.rules = [AlarmRule(name, .unanswered(after: Self.patience))]
      let snapshot = RuleSnapshot(context, isSettled: true, at: monitor.now)
      #expect(
        snapshot.violations[name]?.map(\.text) == [
          "unanswered orders: 1, the oldest from \(TestMonitor.start + .seconds(10))"
        ])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `counts for five minutes among those of the last five minutes`(kind: DatabaseKind)
    async throws
  {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take((box.topics[.command], #"{"aps":{"soundCommand":"order.new"},"id":"a"}"#))
      for (pause, recent, all) in [(120, "0", "0"), (1, "1", "1"), (299, "1", "1"), (1, "0", "1")] {
        monitor.advance(.seconds(pause))
        let summary = try await monitor.page("/api/summary")
        #expect(
          summary.value(at: ["recent", "unanswered"])?.text == recent, "after \(pause) s more")
        #expect(summary.value(at: ["unanswered", "count"])?.text == all)
        let listed = try await monitor.page("/api/unanswered", ["seconds": "300"])
        #expect(listed.value(at: ["orders", "count"])?.text == recent)
      }
    }
  }
}

extension TestMonitor {
  /// The orders that the page lists.
  func unanswered() async throws -> [String] {
    let answer = try await page("/api/unanswered")
    guard case .array(let orders)? = answer.object?["orders"] else { return [] }
    return orders.compactMap { $0.object?["id"]?.text }
  }

  func silence(_ patience: Duration = .seconds(120)) -> UnansweredCriteria {
    UnansweredCriteria(moment: now, patience: patience)
  }

  func unansweredCount() throws -> Int { try repository.unansweredCount(silence()) }
}

extension SampleBox {
  /// How it does now: what waits, what rings, and how long ago something was heard.
  func report(
    _ monitor: TestMonitor, waiting: Duration?, ringing: Int = 0, queue: Int = 0,
    played: Duration? = nil
  ) -> (topic: String, body: String) {
    var health = Health(
      at: monitor.now, connectionNumber: 1, audio: Health.Audio(.idle, device: "default"),
      version: "1")
    health.queue = max(queue, ringing)
    health.ringing = ringing
    health.oldestWaiting = waiting
    health.lastPlayed = played.map { monitor.now - $0 }
    health.clockIsSynced = true
    return (topics[.health], health.json.encoded)
  }
}
