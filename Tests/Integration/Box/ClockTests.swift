import Interop
import Testing
import TestKit
import Wire

/// The real program under a wall clock that the test sets, and a sound device that comes late, so that
/// orders wait for as long as the test wants.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `A clock that is wrong` {
  /// Lends a clock and what a box needs to run by it.
  private func withClock(
    _ body: (FakedTime, MosquittoBroker, ReceiptSubscriber, inout BoxProcess.Setup, String)
      async throws ->
      Void
  ) async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let time = try await FakedTime(in: folder)
        let monitor = try await ReceiptSubscriber(broker)
        var setup = BoxProcess.Setup(port: broker.port)
        setup.environment = time.environment
        setup.rules = """
            - topic: shop/perishable
              id: "{id}"
              order: "{id}"
              say: "order.new number:{number}"
              expires: 10m
            - topic: shop/alerts
              id: "{id}"
              order: "{id}"
              say: "order.new"
              repeat: until-acknowledged
              expires: 10m
          """
        try await body(time, broker, monitor, &setup, folder)
      }
    }
  }

  @Test func `that stands in 1970 lets the box play, and says so`() async throws {
    try await withClock { time, broker, monitor, setup, folder in
      try time.setToTheBeginning()
      let box = try BoxProcess(in: folder, setup)
      try await box.logs("online")
      try await broker.publish(#"{"id":"a","number":1}"#, to: "shop/perishable")
      try await broker.publish(
        #"{"id":"b","aps":{"soundCommand":"chime"},"expiresAt":"2026-11-29T12:10:00Z"}"#,
        to: "soundbox/v1/s042/counter-1/command")
      try await monitor.collect(untilHandled: ["a", "b"])
      for receipt in monitor.all {
        #expect(receipt["clock"] == "unsynced")
        #expect(receipt["at"]?.hasPrefix("1970-01-0") == true)
        #expect(receipt.kind == "delivered" || receipt.outcome == "played")
      }
      let answer = try await broker.ask(
        "{}", on: "soundbox/v1/s042/counter-1/request/health", correlationData: "health")
      let health = try JSONReader.read(answer.payload)
      #expect(health.value(at: ["data", "clock"])?.text == "unsynced")
      #expect(await box.stop() == .exited(0))
    }
  }

  @Test func `is set while orders wait, and none of them expires`() async throws {
    try await withClock { time, broker, monitor, setup, folder in
      let device = try LateDevice(in: folder)
      setup.audio = device.name
      setup.environment.merge(device.environment) { $1 }
      try time.setToTheBeginning()
      let box = try BoxProcess(in: folder, setup)
      try await box.logs("online")
      // From 1970 to today, a year ahead, and back behind where it was.
      let ids = ["a", "b", "c", "d"]
      for (id, days) in zip(ids, [0, 365, -400, 0]) {
        try await broker.publish(#"{"id":"\#(id)","number":1}"#, to: "shop/perishable")
        try await monitor.collect { $0.contains { $0.id == id } }
        try time.set(days: days)
      }
      try device.appear()
      try await monitor.collect(untilHandled: ids)
      let handled = monitor.all.filter { $0.kind == "handled" }
      #expect(handled.map(\.id) == ids, "each once, in the order of their coming")
      #expect(handled.map { $0["clock"] } == Array(repeating: "synced", count: ids.count))
      #expect(monitor.all.first?["clock"] == "unsynced")
      #expect(handled.map(\.outcome) == Array(repeating: "played", count: ids.count))
      #expect(await box.stop() == .exited(0))
    }
  }

  @Test func `was set while the box was away, and no order expires for that`() async throws {
    try await withClock { time, broker, monitor, setup, folder in
      let device = try LateDevice(in: folder)
      setup.audio = device.name
      setup.environment.merge(device.environment) { $1 }
      try time.setToTheBeginning()
      let first = try BoxProcess(in: folder, setup)
      try await first.logs("online")
      try await broker.publish(#"{"id":"a","number":1}"#, to: "shop/perishable")
      try await monitor.collect { $0.count == 1 }
      first.child.send(9)
      #expect(await first.ended() == .signalled(9))
      try time.set(days: 0)
      try device.appear()
      let second = try BoxProcess(in: folder, setup)
      try await monitor.collect(untilHandled: ["a"])
      #expect(monitor.all.last?.outcome == "played")
      #expect(await second.stop() == .exited(0))
    }
  }

  @Test(arguments: [365, -365])
  func `is set while an alert waits for its next round, which comes no sooner`(
    days: Int
  ) async throws {
    try await withClock { time, broker, monitor, setup, folder in
      setup.more = "alerts: {pause: 1h}"
      let box = try BoxProcess(in: folder, setup)
      try await box.logs("online")
      try await broker.publish(#"{"id":"a"}"#, to: "shop/alerts")
      try await StoreBoxes.ring(["counter-1"], ["a"], at: broker)
      try time.set(days: days)
      // Whatever comes makes the box look at what is due.
      try await broker.publish(#"{"id":"b","number":1}"#, to: "shop/perishable")
      try await monitor.collect(untilHandled: ["b"])
      try await StoreBoxes.ring(["counter-1"], ["a"], at: broker)
      try await broker.publish(
        #"{"order":"a"}"#, to: "soundbox/v1/s042/all/request/acknowledge")
      let ended = try await monitor.outcomes(of: "a", of: ["counter-1"])
      #expect(ended.first?.outcome == "stopped")
      #expect(ended.first?["rounds"] == "1")
      #expect(await box.stop() == .exited(0))
    }
  }

  @Test(arguments: [365, -365])
  func `is set in the middle of an alert, which goes on to its last round`(
    days: Int
  ) async throws {
    try await withClock { time, broker, monitor, setup, folder in
      setup.more = "alerts: {pause: 2s, rounds: 3}\nhealthInterval: 200ms"
      let box = try BoxProcess(in: folder, setup)
      try await box.logs("online")
      try await broker.publish(#"{"id":"a"}"#, to: "shop/alerts")
      try await monitor.collect { $0.count == 1 }
      try time.set(days: days)
      let reports = try await broker.subscribe(to: "soundbox/v1/s042/counter-1/health")
      for _ in 1...3 { _ = try await reports.next() }
      try await monitor.collect(untilHandled: ["a"])
      let handled = try #require(monitor.all.last)
      #expect(handled.outcome == "played")
      #expect(handled["rounds"] == "3")
      #expect(handled["reason"] == "nobody acknowledged it in 3 rounds")
      #expect(await box.stop() == .exited(0))
    }
  }
}
