import FoundationEssentials
import Interop
import Testing
import TestKit
import Wire

@Suite(.timeLimit(.minutes(3))) struct `A Prometheus` {
  static let deploy = "\(Program.repository)/Deploy/prometheus"
  static let openMetrics = "application/openmetrics-text; version=1.0.0"

  @Test func `raises an alarm for an order that no box answers, and ends it when one does`()
    async throws
  {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let monitor = try await PrometheusMonitor(in: folder, broker)
        let jobs = """
            - job_name: soundbox-monitor
              authorization: {credentials_file: \(monitor.tokenFile)}
              static_configs: [{targets: ["127.0.0.1:\(monitor.port)"]}]
          """
        // The rule that is delivered, but less patient.
        let rules = try String(contentsOfFile: "\(Self.deploy)/rules.yml", encoding: .utf8)
          .replacing(/for: [0-9]+m/, with: "for: 1s")
        try await PrometheusServer.with(jobs: jobs, rules: rules) { prometheus in
          let topics = try FleetTopics().of(#require(BoxName("s042/ghost")))
          try await broker.publish(
            #"{"aps": {"soundCommand": "order.new"}, "id": "lonely-1"}"#, to: topics[.command])
          let alarm = try await prometheus.alarm("SoundboxOrdersUnanswered")
          #expect(alarm.labels["severity"] == "page")
          #expect(alarm.annotations?["summary"]?.hasPrefix("1 order") == true)

          try await broker.publish(try handled("lonely-1"), to: topics[.handled])
          try await prometheus.alarm("SoundboxOrdersUnanswered", isOver: true)

          let targets = try await prometheus.ask("targets")
          #expect(targets.encoded.contains(#""health":"up""#) && !targets.encoded.contains("down"))
          // A unit is known from OpenMetrics alone: so that is what was read.
          let metadata = try await prometheus.ask(
            "targets/metadata?metric=soundbox_order_to_first_sample_seconds")
          #expect(metadata.encoded.contains(#""unit":"seconds""#))
          let names = try await prometheus.ask("label/__name__/values").encoded
          for name in [
            "soundbox_build_info", "soundbox_receipts_total", "soundbox_orders_unanswered",
            "soundbox_order_to_first_sample_seconds_bucket", "soundbox_fleet_devices",
            "process_resident_memory_bytes",
          ] { #expect(names.contains("\"\(name)\""), "\(name)") }
          let ids = try await prometheus.ask("labels").encoded
          #expect(!ids.contains("\"id\"") && !ids.contains("\"order\""))
        }
      }
    }
  }

  @Test func `is shown by the monitor what promtool has nothing against`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let monitor = try await PrometheusMonitor(
          in: folder, broker, more: "metrics: {boxes: true, limit: 10}")
        #expect(try await complaints(about: monitor.metrics()) == "")
        #expect(try await monitor.metrics(accept: Self.openMetrics).hasSuffix("\n# EOF\n"))
        await #expect(throws: TestFailure.self, "only with the token") {
          try await get("http://127.0.0.1:\(monitor.port)/metrics")
        }
      }
    }
  }

  @Test func `reads a box's own metrics on its computer`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        var setup = BoxProcess.Setup(port: broker.port)
        setup.more = "metrics: {listen: 127.0.0.1:0}"
        let box = try BoxProcess(in: folder, setup)
        try await box.logs("online")
        let match = box.log.firstMatch(of: /metrics endpoint listening port=([0-9]+)/)
        let port = try #require(match?.output.1)
        let receipts = try await ReceiptSubscriber(broker)
        try await broker.publish(Orders.payload(1), to: "shop/orders/s042")
        try await broker.publish("no JSON", to: "shop/orders/s042")
        try await receipts.collect { seen in seen.count { $0.kind == "handled" } == 2 }

        let text = try await get("http://127.0.0.1:\(port)/metrics")
        #expect(try await complaints(about: text) == "")
        for line in [
          #"soundbox_orders_received_total{source="mqtt"} 2"#,
          #"soundbox_receipts_total{stage="delivered",reason="none"} 1"#,
          #"soundbox_receipts_total{stage="handled",reason="played"} 1"#,
          #"soundbox_receipts_total{stage="handled",reason="rejected_malformed"} 1"#,
          #"soundbox_queue_rejected_total{reason="malformed"} 1"#, "soundbox_queue_depth 0",
          "soundbox_audio_available 1", "soundbox_mqtt_connected 1",
        ] { #expect(text.contains("\n\(line)\n"), "\(line)\n\(text)") }
        #expect(!text.contains("9000000000000000001"), "no id is in it")

        let rules = """
          groups:
            - name: box
              rules: [{alert: Read, expr: "up{job='soundbox-box'} == 1"}]
          """
        let jobs = """
            - {job_name: soundbox-box, static_configs: [{targets: ["127.0.0.1:\(port)"]}]}
          """
        try await PrometheusServer.with(jobs: jobs, rules: rules) { prometheus in
          try await prometheus.alarm("Read")
        }
        #expect(await box.stop() == .exited(0))
      }
    }
  }

  @Test(arguments: [
    ("0.0.0.0:9441", "can be reached by other computers"),
    ("[::]:9441", "can be reached by other computers"),
    ("9441", "is not an address"),
  ])
  func `is shown nothing by a box to whose computer it does not belong`(
    listen: String, fault: String
  ) async throws {
    try await withTemporaryFolder { folder in
      let path = try write(
        """
        store: s042
        box: counter-1
        broker: mqtt://127.0.0.1:1883
        pack: \(Program.pack("zh-CN"))
        audio: none
        metrics: {listen: "\(listen)"}
        """, to: "\(folder)/box.yaml")
      let result = try await Program.run("run", "--config", path)
      #expect(result.status == 78)
      #expect(result.errors.contains("\(path):6: '\(listen)' \(fault)"))
    }
  }

  @Test func `has rules that do as they are meant to`() async throws {
    try await run("promtool", "test", "rules", "\(Self.deploy)/rules_test.yml")
    try await run(
      "promtool", "check", "config", "--syntax-only", "\(Self.deploy)/prometheus.yml")
  }

  /// A box's word that it has spoken an order.
  private func handled(_ id: String) throws -> String {
    let now = Timestamp(milliseconds: SystemClock.milliseconds)
    var receipt = Receipt(
      .handled, event: EventID(id: id), order: id, attempt: 1, times: Receipt.Times(received: now))
    receipt.outcome = .played
    let name = try #require(BoxName("s042/ghost"))
    let issuer = Issuer(store: name.store, box: name.box, connectionNumber: 1, clockIsSynced: true)
    return receipt.json(from: issuer, seq: 1, at: now).encoded
  }
}
