import Orders
import TestKit
import Testing
import Wire

@testable import Monitor

@Suite struct `The monitor's metrics` {
  @Test func `have every reason at 0 from the start`() async throws {
    try await withMonitor { monitor in
      let shown = await monitor.shown()
      for outcome in Outcome.all {
        let series = "soundbox_receipts_total{stage=\"handled\",reason=\"\(outcome.label)\"}"
        #expect(shown[series] == "0")
      }
      for condition in BoxRecord.Condition.allCases {
        #expect(shown["soundbox_fleet_devices{state=\"\(condition.rawValue)\"}"] == "0")
      }
    }
  }

  @Test func `call each outcome by another name`() {
    #expect(Set(Outcome.all.map(\.label)).count == Outcome.all.count)
  }

  @Test func `count receipts by what they say, and each only once`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      try monitor.take(
        box.delivered("a", seq: 1), box.handled("a", seq: 2), box.handled("a", seq: 2),
        box.handled("a", seq: 3, .failedAudio), box.delivered("b", seq: 4),
        box.handled("b", seq: 5, .failedClipMissing))
      let shown = await monitor.shown()
      #expect(shown["soundbox_receipts_total{stage=\"delivered\",reason=\"none\"}"] == "2")
      #expect(shown["soundbox_receipts_total{stage=\"handled\",reason=\"played\"}"] == "1")
      #expect(
        shown["soundbox_receipts_total{stage=\"handled\",reason=\"failed_clip_missing\"}"] == "1")
      #expect(shown["soundbox_receipts_total{stage=\"handled\",reason=\"failed_audio\"}"] == "0")
      #expect(shown["soundbox_receipts_duplicate_total"] == "1")
      #expect(shown["soundbox_receipts_contradictory_total"] == "1")
      #expect(shown["soundbox_order_to_first_sample_seconds_bucket{le=\"0.25\"}"] == "0")
      #expect(shown["soundbox_order_to_first_sample_seconds_bucket{le=\"0.5\"}"] == "1")
      #expect(shown["soundbox_order_to_first_sample_seconds_sum"] == "0.4")
      #expect(shown["soundbox_play_duration_seconds_sum"] == "2.6")
    }
  }

  @Test func `show an order that nobody answers, until somebody does`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      try monitor.take(box.delivered("a", seq: 1))
      let patient = await monitor.shown()
      #expect(patient["soundbox_orders_unanswered"] == "0")
      monitor.advance(.seconds(121))
      let impatient = await monitor.shown()
      #expect(impatient["soundbox_orders_unanswered"] == "1")
      try monitor.take(box.handled("a", seq: 2))
      let answered = await monitor.shown()
      #expect(answered["soundbox_orders_unanswered"] == "0")
    }
  }

  @Test func `show gaps, unreadable messages and strangers`() async throws {
    try await withMonitor({ $0.mostBoxes = 1 }) { monitor in
      let (box, stranger) = (try SampleBox(), try SampleBox("s1/b2"))
      try monitor.take(box.delivered("a", seq: 1), box.delivered("b", seq: 4))
      try monitor.take(
        (box.topics[.handled], "no JSON"),
        (stranger.topics[.delivered], box.delivered("c", seq: 1).body))
      let shown = await monitor.shown()
      #expect(shown["soundbox_receipts_missing"] == "2")
      #expect(shown["soundbox_fleet_devices_with_gaps"] == "1")
      #expect(shown["soundbox_monitor_unreadable_messages_total"] == "1")
      #expect(shown["soundbox_monitor_refused_messages_total"] == "1")
    }
  }

  @Test func `say when the link stands, and how often it had to be made anew`() async throws {
    try await withMonitor { monitor in
      let before = await monitor.shown()
      #expect(before["soundbox_mqtt_connected"] == "0")
      for isOnline in [true, true, false, true] { monitor.fleet.broker(isOnline: isOnline) }
      let after = await monitor.shown()
      #expect(after["soundbox_mqtt_connected"] == "1")
      #expect(after["soundbox_mqtt_reconnects_total"] == "1")
    }
  }

  @Test func `let the lag grow while the store takes nothing`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      try monitor.take(box.delivered("a", seq: 1))
      let stored = await monitor.shown()
      #expect(stored["soundbox_monitor_receipt_commit_lag_seconds"] == "0")
      #expect(stored["soundbox_monitor_last_commit_timestamp_seconds"] == "1795953600")
      monitor.fleet.databaseFailed("disk full", at: TestMonitor.start)
      monitor.advance(.seconds(7))
      let failing = await monitor.shown()
      #expect(failing["soundbox_monitor_receipt_commit_lag_seconds"] == "7")
      #expect(failing["soundbox_monitor_db_errors_total{op=\"write\"}"] == "1")
      try monitor.take(box.delivered("b", seq: 2))
      let mended = await monitor.shown()
      #expect(mended["soundbox_monitor_receipt_commit_lag_seconds"] == "0")
    }
  }

  @Test func `let the lag grow while the store takes its time, and say so on the page`()
    async throws
  {
    try await withMonitor { monitor in
      func lags() async throws -> [String?] {
        [
          await monitor.shown()["soundbox_monitor_receipt_commit_lag_seconds"],
          try await monitor.page("/api/summary").value(at: ["database", "lag"])?.text,
        ]
      }
      #expect(try await lags() == ["0", "0"])
      monitor.fleet.storing(since: TestMonitor.start)
      monitor.advance(.seconds(3))
      #expect(try await lags() == ["3", "3000"])
      monitor.fleet.databaseFailed("locked", at: TestMonitor.start)
      monitor.advance(.seconds(1))
      monitor.fleet.storing(since: monitor.now)
      #expect(try await lags() == ["4", "4000"], "what was tried first waits longest")
      try monitor.take(SampleBox().delivered("a", seq: 1))
      #expect(try await lags() == ["0", "0"])
    }
  }

  @Test func `hold no order's id and no box's name unless told to`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox("shop-7/counter-9")
      try monitor.take(box.delivered("order-4711", seq: 1), box.state(.online, connectionNumber: 1))
      let text = await monitor.metricsText()
      #expect(!text.contains("4711") && !text.contains("shop-7") && !text.contains("counter-9"))
    }
  }

  @Test func `show boxes one by one if told to`() async throws {
    try await withMonitor({ $0.metrics.showsBoxes = true }) { monitor in
      let box = try SampleBox()
      try monitor.take(box.state(.online, connectionNumber: 1), box.health(volume: 40, queue: 3))
      let online = await monitor.shown()
      #expect(online["soundbox_device_volume_ratio{device=\"s1/b1\"}"] == "0.4")
      #expect(online["soundbox_device_queue_depth{device=\"s1/b1\"}"] == "3")
      #expect(online["soundbox_device_audio_available{device=\"s1/b1\"}"] == "1")
      #expect(
        online["soundbox_device_last_seen_timestamp_seconds{device=\"s1/b1\"}"] == "1795953600")
      #expect(online["soundbox_monitor_devices_without_series"] == "0")

      // What it said before it was lost is not true any more.
      try monitor.take(box.state(.lost, connectionNumber: 1))
      let lost = await monitor.shown()
      #expect(lost["soundbox_device_volume_ratio{device=\"s1/b1\"}"] == nil)
      #expect(lost["soundbox_device_last_seen_timestamp_seconds{device=\"s1/b1\"}"] != nil)

      try monitor.take(box.state(.offline, connectionNumber: 2))
      let text = await monitor.metricsText()
      #expect(!text.contains("s1/b1"))
    }
  }

  @Test func `show no box by itself when there are too many`() async throws {
    let change: (inout MonitorSettings) -> Void = {
      $0.metrics.showsBoxes = true
      $0.metrics.mostBoxes = 2
    }
    try await withMonitor(change) { monitor in
      for name in ["s1/b1", "s1/b2"] {
        try monitor.take(SampleBox(name).state(.online, connectionNumber: 1))
      }
      let few = await monitor.metricsText()
      #expect(few.contains("{device=\"s1/b1\"}") && few.contains("{device=\"s1/b2\"}"))
      try monitor.take(SampleBox("s1/b3").state(.online, connectionNumber: 1))
      let many = await monitor.shown()
      #expect(!many.keys.contains { $0.contains("device=") })
      #expect(many["soundbox_monitor_devices_without_series"] == "3")
    }
  }

  @Test func `come in the format that the asker likes`() async throws {
    try await withMonitor { monitor in
      let old = await monitor.metrics(accept: "text/plain")
      let new = await monitor.metrics(accept: "application/openmetrics-text;version=1.0.0")
      #expect(old.type.hasPrefix("text/plain; version=0.0.4"))
      #expect(new.type.hasPrefix("application/openmetrics-text; version=1.0.0"))
      #expect(new.text.hasSuffix("\n# EOF\n"))
    }
  }
}
