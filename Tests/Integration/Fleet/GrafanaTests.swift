import FoundationEssentials
import Interop
import TestKit
import Testing
import Wire

/// The dashboard, which no test can open: what can be known of it without Grafana.
@Suite(.timeLimit(.minutes(2))) struct `The dashboard` {
  private struct Panel {
    let id: String
    let title: String
    let type: String
    let queries: [String]
    /// The left, the top, the width and the height.
    let place: [Int]

    func overlaps(_ other: Panel) -> Bool {
      place[0] < other.place[0] + other.place[2] && other.place[0] < place[0] + place[2]
        && place[1] < other.place[1] + other.place[3] && other.place[1] < place[1] + place[3]
    }
  }

  private func dashboard() throws -> JSON {
    let path = "\(Program.repository)/Deploy/grafana/soundbox.json"
    return try JSONReader.read(Array(Data(contentsOf: URL(fileURLWithPath: path))))
  }

  private func list(_ json: JSON?, _ key: String) -> [JSON] {
    guard case .array(let items)? = json?.object?[key] else { return [] }
    return items
  }

  private func panels(_ dashboard: JSON) -> [Panel] {
    list(dashboard, "panels").map { panel in
      Panel(
        id: panel.object?["id"]?.text ?? "none", title: panel.object?["title"]?.text ?? "",
        type: panel.object?["type"]?.text ?? "",
        queries: list(panel, "targets").compactMap { $0.object?["expr"]?.text },
        place: ["x", "y", "w", "h"].map {
          Int(panel.value(at: ["gridPos", $0])?.text ?? "") ?? -1
        })
    }
  }

  @Test func `has its panels side by side, each with a name, a number and a query of its own`()
    throws
  {
    let panels = panels(try dashboard())
    #expect(panels.count > 20)
    let ids = Set(panels.map(\.id))
    #expect(ids.count == panels.count && !ids.contains("none"))
    for (index, panel) in panels.enumerated() {
      #expect(!panel.title.isEmpty)
      #expect(panel.queries.isEmpty == (panel.type == "row"), "\(panel.title)")
      let fits = panel.place.allSatisfy { $0 >= 0 } && panel.place[0] + panel.place[2] <= 24
      #expect(fits, "\(panel.title)")
      let covered = panels[..<index].filter { $0.overlaps(panel) }.map(\.title)
      #expect(covered == [], "\(panel.title)")
    }
  }

  @Test func `asks nothing that Prometheus does not answer from a monitor's metrics`() async throws
  {
    let dashboard = try dashboard()
    let variables = list(dashboard.object?["templating"], "list").compactMap {
      $0.object?["name"]?.text
    }
    #expect(variables == ["datasource", "job"], "others are to be filled in below")
    let queries =
      panels(dashboard).flatMap { panel in panel.queries.map { (panel.title, $0) } }
      + list(dashboard.object?["annotations"], "list").compactMap {
        $0.object?["expr"]?.text.map { ("annotation", $0) }
      }
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let monitor = try await PrometheusMonitor(
          in: folder, broker, more: "metrics: {boxes: true, limit: 10}")
        try await speak(through: broker)
        let jobs = """
            - job_name: soundbox-monitor
              authorization: {credentials_file: \(monitor.tokenFile)}
              static_configs: [{targets: ["127.0.0.1:\(monitor.port)"]}]
          """
        let rules = """
          groups:
            - name: dashboard
              rules: [{alert: SoundboxSeen, expr: "count_over_time(soundbox_orders_unanswered[1m]) > 3"}]
          """
        try await PrometheusServer.with(jobs: jobs, rules: rules) { prometheus in
          // A rate wants several looks, and the annotations an alarm.
          try await prometheus.alarm("SoundboxSeen")
          // What has to grow before there is something to see does so now.
          try await speak(through: broker, from: 100)
          for (title, query) in queries {
            try await answered(title, filled(query), by: prometheus)
          }
          let choice = "label/job/values?match%5B%5D=soundbox_fleet_devices"
          let jobs = try await prometheus.ask(choice).object?["data"]?.encoded
          #expect(jobs == #"["soundbox-monitor"]"#, "what the variable offers")
        }
      }
    }
  }

  /// A query as Grafana sends it.
  private func filled(_ query: String) -> String {
    query.replacing("$job", with: "soundbox-monitor").replacing("$__rate_interval", with: "1m")
  }

  /// Asks until there is a series: what has only just grown is scraped in a moment.
  private func answered(
    _ title: String, _ query: String, by prometheus: PrometheusServer
  ) async throws {
    #expect(!query.contains("$"), "\(title) has a variable that is not known: \(query)")
    let escaped = query.utf8.map { "%" + String(Int($0) + 256, radix: 16).dropFirst() }.joined()
    for _ in 1...300 {
      let answer = try await prometheus.ask("query?query=\(escaped)")
      #expect(answer.object?["status"]?.text == "success", "\(title): \(query)")
      if !list(answer.object?["data"], "result").isEmpty { return }
      try await Task.sleep(for: .milliseconds(100))
    }
    Issue.record("\(title) shows nothing: \(query)")
  }

  /// A box that plays, repeats itself, contradicts itself and says what nobody can read.
  private func speak(through broker: MosquittoBroker, from start: Int64 = 0) async throws {
    let name = try #require(BoxName("s042/counter-1"))
    let topics = try FleetTopics().of(name)
    let issuer = Issuer(store: name.store, box: name.box, connectionNumber: 1, clockIsSynced: true)
    let now = Timestamp(milliseconds: SystemClock.milliseconds)
    func say(_ kind: Receipt.Kind, _ id: String, _ seq: Int64, _ outcome: Outcome?) async throws {
      var times = Receipt.Times(received: now)
      (times.delivered, times.started, times.finished) = (now, now, now + .seconds(2))
      var receipt = Receipt(kind, event: EventID(id: id), order: id, attempt: 1, times: times)
      receipt.outcome = outcome
      try await broker.publish(
        receipt.json(from: issuer, seq: start + seq, at: now).encoded,
        to: topics[kind == .delivered ? .delivered : .handled])
    }
    if start == 0 {
      try await broker.publish(
        BoxState.online.json(connectionNumber: 1, at: now).encoded, to: topics[.state],
        isRetained: true)
      let health = Health(
        at: now, connectionNumber: 1, audio: Health.Audio(.idle, device: "default"), version: "1")
      try await broker.publish(health.json.encoded, to: topics[.health], isRetained: true)
    }
    try await broker.publish(
      #"{"aps": {"soundCommand": "order.new"}, "id": "\#(start)"}"#, to: topics[.command])
    try await say(.delivered, "\(start)", 1, nil)
    try await say(.handled, "\(start)", 2, .played)
    try await say(.handled, "\(start)", 2, .played)
    try await say(.handled, "\(start)", 3, .failedAudio)
    try await broker.publish("no JSON", to: topics[.handled])
  }
}
