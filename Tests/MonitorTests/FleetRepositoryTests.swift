import TestKit
import Testing
import Wire

@testable import Monitor

@Suite(.postgres) struct `The repository` {
  @Test(arguments: DatabaseKind.allCases)
  func `finds orders by id, by order, by box and by time, the newest first`(
    kind: DatabaseKind
  ) async throws {
    try await withMonitor(on: kind) { monitor in
      let (one, two) = (try SampleBox("s1/b1"), try SampleBox("s1/b2"))
      for (index, id) in ["a", "b", "c"].enumerated() {
        try monitor.take(
          one.handled(id, seq: Int64(index + 1)), two.handled(id, seq: Int64(index + 1)))
        monitor.advance(.seconds(1))
      }
      let repository = monitor.repository
      let called = try repository.attempts(called: "b", limit: 9).map(\.key.box.description)
      #expect(called == ["s1/b1", "s1/b2"])
      let ofOne = try repository.attempts(of: one.name, before: .distant, limit: 9).map(\.key.id)
      #expect(ofOne == ["c", "b", "a"])
      let before = TestMonitor.start + .seconds(1)
      #expect(
        try repository.attempts(of: one.name, before: before, limit: 9).map(\.key.id) == ["a"])
      #expect(try repository.attempts(of: nil, before: .distant, limit: 3).count == 3)
      #expect(try repository.attempts(called: "b", limit: 1).count == 1)
      #expect(try repository.attempts(called: "nobody", limit: 9).isEmpty)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `finds an order whose command has another id`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      let command = #"{"aps":{"soundCommand":"order.new"},"id":"91-created","order":"91"}"#
      try monitor.take((box.topics[.command], command))
      #expect(
        try monitor.repository.attempts(called: "91", limit: 9).map(\.key.id) == ["91-created"])
      #expect(
        try monitor.repository.attempts(called: "91-created", limit: 9).map(\.order) == ["91"])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `gives an attempt back as it was taken in`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      var receipt = Receipt(
        .handled, event: EventID(id: "a"), order: "order-a", attempt: 3,
        times: Receipt.Times(received: TestMonitor.start))
      receipt.outcome = .failedClipMissing
      receipt.reason = "‘é’ is missing"
      receipt.spoken = "您有新订单"
      receipt.rounds = 2
      receipt.isReplayed = true
      let issuer = Issuer(
        store: box.name.store, box: box.name.box, connectionNumber: 1, clockIsSynced: true)
      let json = receipt.json(from: issuer, seq: 1 << 60, at: TestMonitor.start)
      try monitor.take((box.topics[.handled], json.encoded))
      let issued = try IssuedReceipt(payload: Array(json.encoded.utf8), topicKind: .handled)
      var expected = Attempt(
        Attempt.Key(box: box.name, event: EventID(id: "a"), attempt: 3), order: "order-a")
      _ = expected.take(issued, at: TestMonitor.start)
      #expect(try monitor.repository.attempts(called: "order-a", limit: 9) == [expected])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `groups what ended badly by outcome and reason`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      let outcomes: [Outcome] = [
        .failedAudio, .failedAudio, .failedClipMissing, .expired, .played, .muted,
      ]
      for (index, outcome) in outcomes.enumerated() {
        try monitor.take(box.handled("o\(index)", seq: Int64(index + 1), outcome))
        monitor.advance(.seconds(1))
      }
      let groups = try monitor.repository.failureGroups(since: TestMonitor.start)
      #expect(groups.first?.outcome == .failedAudio && groups.first?.count == 2)
      #expect(groups.first?.last == TestMonitor.start + .seconds(1))
      #expect(Set(groups.map(\.outcome)) == [.failedAudio, .failedClipMissing, .expired])
      let since = TestMonitor.start + .seconds(2)
      let failures = try monitor.repository.failures(since: since, limit: 9).map(\.key.id)
      #expect(failures == ["o3", "o2"])
      let counted = try monitor.repository.outcomes(of: box.name, since: .zero)
      #expect(
        counted.map(\.name) == ["expired", "failed", "muted", "played"]
          && counted.map(\.count) == [1, 3, 1, 1])
      #expect(counted.map(\.isFailure) == [true, true, false, false])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `finds orders by what became of them, the newest first`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let (one, two) = (try SampleBox("s1/b1"), try SampleBox("s1/b2"))
      let outcomes: [Outcome] = [
        .failedAudio, .rejectedQueueFull, .expired, .played, .muted, .failedCrashes,
      ]
      for (index, outcome) in outcomes.enumerated() {
        for box in [one, two] {
          try monitor.take(box.handled("o\(index)", seq: Int64(index + 1), outcome))
        }
        monitor.advance(.seconds(1))
      }
      try monitor.take(one.delivered("open", seq: 7))
      func ids(_ query: [String: String]) async throws -> [String] {
        let answer = try await monitor.page("/api/orders", query)
        guard case .array(let orders)? = answer.object?["orders"] else { return [answer.encoded] }
        return orders.compactMap { $0.object?["id"]?.text }
      }
      #expect(try await ids(["outcome": "failed"]) == ["o5", "o5", "o0", "o0"])
      #expect(
        try await ids(["outcome": "failed,rejected", "name": "s1/b1"]) == ["o5", "o1", "o0"])
      #expect(try await ids(["outcome": "rejected,failed", "limit": "3"]) == ["o5", "o5", "o1"])
      #expect(try await ids(["outcome": "played"]) == ["o3", "o3"])
      #expect(try await ids(["outcome": "waiting"]) == ["open"])
      #expect(try await ids(["outcome": "waiting", "name": "s1/b2"]) == [])
      let before = String((TestMonitor.start + .seconds(5)).milliseconds)
      #expect(try await ids(["outcome": "failed", "before": before]) == ["o0", "o0"])
      #expect(
        try await ids(["outcome": "fine"]).first?.contains("'fine' is not an outcome") == true)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `lists what nobody has handled, the oldest first`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take(box.state(.online, connectionNumber: 1))
      for (index, id) in ["a", "b", "c"].enumerated() {
        try monitor.take(box.delivered(id, seq: Int64(index + 1)))
        monitor.advance(.seconds(1))
      }
      try monitor.take(
        (box.topics[.storeCommand], #"{"aps":{"soundCommand":"order.new"},"id":"d"}"#),
        box.handled("b", seq: 4))
      let open = try monitor.repository.unanswered(monitor.silence(.seconds(-1)), limit: 9)
      #expect(open.map(\.key.id) == ["a", "c", "d"])
      #expect(try monitor.repository.unansweredCount(monitor.silence(.seconds(2))) == 1)
      let counted = try monitor.repository.outcomes(of: box.name, since: .zero)
      #expect(counted.map(\.name) == [nil, "played"] && counted.map(\.count) == [3, 1])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `tells a box's states from the last one before a moment, and its health`(
    kind: DatabaseKind
  ) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      for (index, state) in [BoxState.online, .lost, .online].enumerated() {
        try monitor.take(box.state(state, connectionNumber: Int64(index / 2 + 1)))
        monitor.advance(.seconds(60))
      }
      let since = TestMonitor.start + .seconds(90)
      let states = try monitor.repository.states(of: box.name, since: since).map(\.state)
      #expect(states == [.lost, .online])
      for queue in 1...3 {
        try monitor.take(box.health(connectionNumber: 2, queue: queue))
        monitor.advance(.seconds(queue == 1 ? 1 : 30))
      }
      let points = try monitor.repository.healths(of: box.name, since: .zero)
      #expect(points.map(\.queue) == [1, 3], "one that tells every second is kept now and then")
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `hands out all receipts, page by page, in the order in which they came`(
    kind: DatabaseKind
  ) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      for seq in 1...7 { try monitor.take(box.handled("o\(seq)", seq: Int64(seq))) }
      var (last, ids): (Int64, [String]) = (0, [])
      while case let page = try monitor.repository.receipts(after: last, limit: 3),
        let end = page.last
      {
        ids += page.map(\.event.id)
        last = end.n
      }
      #expect(ids == (1...7).map { "o\($0)" })
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `keeps what operators did and what came of it`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let repository = monitor.repository
      func action(_ box: String) -> Action {
        Action(
          at: TestMonitor.start, who: "ann", origin: "127.0.0.1", store: "s1", box: box,
          verb: "volume", body: #"{"volume":40}"#)
      }
      let n = try repository.begin(action("b1"))
      _ = try repository.begin(action(""))
      _ = try repository.begin(action("b2"))
      try repository.end(n, result: "ok", at: TestMonitor.start + .seconds(1))
      let box = try SampleBox("s1/b1").name
      let actions = try repository.actions(on: box, limit: 9)
      #expect(actions.map(\.box) == ["", "b1"], "those on the whole store are its own as well")
      #expect(actions.map(\.result) == [nil, "ok"])
      #expect(try repository.actions(on: nil, limit: 2).map(\.box) == ["b2", ""])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `keeps alarms that are not over before those that are`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let repository = monitor.repository
      var alarms = ["a", "b", "c"].map {
        Alarm(name: $0, subject: "s1/b1", raisedAt: TestMonitor.start, text: "lost")
      }
      for alarm in alarms { try repository.raise(alarm, notifying: []) }
      alarms[1].clearedAt = TestMonitor.start + .seconds(5)
      try repository.clear(alarms[1], notifying: [])
      #expect(try repository.alarms(limit: 9).map(\.name) == ["c", "a", "b"])
      #expect(try repository.alarms(limit: 0).map(\.name) == ["c", "a"])
    }
  }
}
