import TestKit
import Testing
import Wire

@testable import Monitor

@Suite struct `Messages that the rules ignore` {
  @Test func `are on the page of their box, and counted among all boxes`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      try monitor.take(box.state(.online, connectionNumber: 1))
      try monitor.take(box.health(ignoring: ["shop/a": 3, "shop/b": 4], accepted: 9))
      let page = try await monitor.page("/api/box", ["name": "s1/b1"])
      #expect(page.value(at: ["health", "accepted"])?.text == "9")
      #expect(page.value(at: ["health", "ignored", "0", "topic"])?.text == "shop/a")
      #expect(page.value(at: ["health", "ignored", "0", "count"])?.text == "3")
      #expect(page.value(at: ["health", "ignored", "0", "last"])?.text == "type=order.ready")
      let boxes = try await monitor.page("/api/boxes")
      let column = try #require(BoxHandler.columns.firstIndex(of: "ignored"))
      #expect(boxes.value(at: ["rows", "0", "\(column)"])?.text == "7")
    }
  }

  @Test func `are counted across the restarts of a box and of the monitor`() async throws {
    try await withFleetDatabase(.sqlite) { place in
      let box = try SampleBox()
      func counts(_ monitor: TestMonitor) async -> [String?] {
        let shown = await monitor.shown()
        return [
          shown["soundbox_fleet_ignored_messages_total"],
          shown["soundbox_device_ignored_messages_total{device=\"s1/b1\"}"],
        ]
      }
      do {
        let monitor = try TestMonitor(place) { $0.metrics.showsBoxes = true }
        #expect(await counts(monitor) == ["0", nil])
        try monitor.take(box.state(.online, connectionNumber: 1))
        for (ignored, uptime, all) in [(3, 60, "3"), (5, 90, "5"), (5, 91, "5"), (2, 10, "7")] {
          try monitor.take(box.health(ignoring: ["shop/a": ignored], uptime: .seconds(uptime)))
          #expect(await counts(monitor) == [all, "\(ignored)"])
        }
      }
      // What was counted before is in the database.
      let next = try TestMonitor(place) { $0.metrics.showsBoxes = true }
      try next.take(box.health(ignoring: ["shop/a": 6], uptime: .seconds(20)))
      #expect(await counts(next) == ["4", "6"])
    }
  }

  @Test func `raise an alarm if a box has accepted nothing else`() async throws {
    try await withEngine(.ignoring(after: .seconds(600))) { engine in
      let box = try SampleBox()
      try engine.monitor.take(box.state(.online, connectionNumber: 1))
      func report(_ ignored: [String: Int], accepted: Int = 0, uptime: Int) async throws -> [String]
      {
        try engine.monitor.take(
          box.health(ignoring: ignored, accepted: accepted, uptime: .seconds(uptime)))
        return try await engine.evaluate(after: 0)
      }
      #expect(try await report(["shop/a": 9], uptime: 599) == [])
      #expect(try await report(["shop/a": 4], uptime: 600) == [])
      #expect(try await report(["shop/a": 9], accepted: 1, uptime: 600) == [])
      #expect(
        try await report(["shop/a": 1, "shop/b": 4], uptime: 600) == [
          """
          rule box s1/b1: ignores every order message: 4 on shop/b, the last one type=order.ready; \
          check the rules with soundbox check
          """
        ])
      #expect(await engine.monitor.shown()["soundbox_fleet_devices_ignoring"] == "1")
      _ = try await report(["shop/b": 4], accepted: 1, uptime: 700)
      #expect(try await engine.evaluate(after: 30) == [])
      #expect(await engine.monitor.shown()["soundbox_fleet_devices_ignoring"] == "0")
    }
  }

  @Test func `raise none on a box that is gone, or that says nothing about them`() async throws {
    try await withEngine(.ignoring(after: .seconds(600))) { engine in
      let (gone, old) = (try SampleBox("s1/gone"), try SampleBox("s1/old"))
      try engine.monitor.take(
        gone.state(.online, connectionNumber: 1), old.state(.online, connectionNumber: 1))
      try engine.monitor.take(
        gone.health(ignoring: ["shop/a": 9], uptime: .seconds(900)), old.health(),
        gone.state(.lost, connectionNumber: 1))
      #expect(try await engine.evaluate(after: 0) == [])
    }
  }
}

extension SampleBox {
  /// Its health, with what its rules have ignored.
  func health(
    ignoring ignored: [String: Int], accepted: Int = 0, uptime: Duration = .seconds(60)
  ) -> (topic: String, body: String) {
    var health = Health(
      at: TestMonitor.start, connectionNumber: 1, audio: Health.Audio(.idle, device: "default"),
      version: "1")
    health.accepted = accepted
    health.uptime = uptime
    health.ignored = ignored.sorted { $0.key < $1.key }.map {
      Health.Ignored(topic: $0.key, count: $0.value, last: "type=order.ready")
    }
    return (topics[.health], health.json.encoded)
  }
}
