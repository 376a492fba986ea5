import Box
import Exposition
import Glibc
import Interop
import ProgramKit
import Service
import Web
import Wire

/// The box's metrics, for a Prometheus on the same computer.
struct BoxMetrics: Sendable {
  let health: HealthReport
  let status: Status
  let journal: Journal
  let presence: Presence
  let journalPath: String

  /// The present values.
  var exposition: Exposition {
    let usage = ProcessUsage.now
    let health = health.health
    let program = Metric.process(
      "box", version: Release.version, memory: usage.memory, descriptors: usage.descriptors,
      processor: usage.processor, start: usage.start)
    return Exposition(
      program + orders(journal.counts) + waiting(health) + sound(health) + link(health))
  }

  private func orders(_ counts: ReceiptCounts) -> [Metric] {
    [
      .counter(
        "soundbox_orders_received",
        "Order messages received, including bad ones and copies.",
        [Sample(status.received, ["source": "mqtt"])]),
      .counter(
        "soundbox_orders_ignored", "Order messages that no rule announces, by topic.",
        status.ignored.map { Sample($0.count, ["topic": $0.topic]) }),
      .counter(
        "soundbox_receipts", "Receipts by stage and outcome.",
        [Sample(counts.delivered, ["stage": "delivered", "reason": "none"])]
          + Outcome.all.map {
            Sample(counts.handled[$0] ?? 0, ["stage": "handled", "reason": $0.label])
          }),
      .counter(
        "soundbox_receipts_duplicate", "Receipts repeated for orders that were received again.",
        [Sample(counts.repeated)]),
      .counter(
        "soundbox_queue_rejected", "Orders rejected.",
        [Outcome.rejectedMalformed, .rejectedConflict, .rejectedQueueFull].map { outcome in
          Sample(
            counts.handled[outcome] ?? 0,
            ["reason": String(outcome.label.dropFirst("rejected_".count))])
        }),
    ]
  }

  private func waiting(_ health: Health) -> [Metric] {
    [
      .gauge("soundbox_queue_depth", "Announcements waiting.", [Sample(health.queue)]),
      .gauge(
        "soundbox_orders_ringing", "Alerts waiting for an acknowledgement.",
        [Sample(health.ringing)]),
      .gauge(
        "soundbox_last_order_timestamp_seconds", in: .seconds, "When the last order was received.",
        health.lastOrder.map { [Sample($0.seconds)] } ?? []),
      .gauge(
        "soundbox_last_played_timestamp_seconds", in: .seconds,
        "When the last announcement ended.",
        health.lastPlayed.map { [Sample($0.seconds)] } ?? []),
      .gauge(
        "soundbox_journal_bytes", in: .bytes,
        "The size of the journal, including its write-ahead log.",
        [Sample(journalSize)]),
    ]
  }

  private func sound(_ health: Health) -> [Metric] {
    [
      .gauge(
        "soundbox_audio_available", "Whether the sound device works.",
        [Sample(flag: health.audio.state != .unavailable)]),
      .gauge(
        "soundbox_audio_playing", "Whether an announcement is being played.",
        [Sample(flag: health.audio.state == .playing)]),
      .counter(
        "soundbox_audio_xruns", "Underruns of the sound device.",
        [Sample(health.audio.xruns)]),
      .gauge(
        "soundbox_volume_ratio", in: .ratio, "The box's volume.",
        [Sample(Double(health.volume) / 100)]),
      .gauge(
        "soundbox_muted", "Whether the box is muted.",
        [Sample(flag: health.mutedUntil != nil)]),
    ]
  }

  private func link(_ health: Health) -> [Metric] {
    [
      .gauge(
        "soundbox_mqtt_connected", "Whether the program is connected to its broker.",
        [Sample(flag: presence.isOnline)]),
      .counter(
        "soundbox_mqtt_reconnects", "Reconnections to the broker.",
        [Sample(health.reconnects)]),
      .gauge(
        "soundbox_mqtt_publish_unacked", "Receipts not yet acknowledged by the broker.",
        [Sample(health.unpublished)]),
      .gauge(
        "soundbox_clock_synced", "Whether the computer's clock is synchronised.",
        [Sample(flag: health.clockIsSynced)]),
    ]
  }

  private var journalSize: Int {
    [journalPath, journalPath + "-wal"].reduce(0) { sum, path in
      var information = stat()
      return stat(path, &information) == 0 ? sum + Int(information.st_size) : sum
    }
  }
}

extension Timestamp {
  /// Seconds since 1970.
  fileprivate var seconds: Double { Double(milliseconds) / 1000 }
}

/// The HTTP endpoint of the box's metrics.
struct MetricsServer: Service {
  let name = "metrics"

  private let server: WebServer

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - listen: Where to listen.
  ///   - metrics: The metrics.
  ///   - log: The log.
  /// - Throws: `WebError`.
  init(at listen: ListenAddress, _ metrics: BoxMetrics, log: Log) throws(WebError) {
    var settings = WebSettings(address: listen.address, port: listen.port)
    // Prometheus needs one or two.
    settings.connections = 16
    settings.bodyLimit = 1024
    server = try WebServer(
      settings, log: { log(.debug, "metrics", ["says": $0]) },
      respond: { Self.respond(to: $0, metrics) })
    log(.notice, "metrics endpoint listening", ["port": String(server.port)])
  }

  func run() async throws { try await server.run() }

  private static func respond(to request: WebRequest, _ metrics: BoxMetrics) -> WebResponse {
    guard request.path == "/metrics" else {
      return .text(status: 404, "the metrics are at /metrics")
    }
    guard request.method == "GET" else { return .text(status: 405, "only GET is answered here") }
    let format = Exposition.Format(accept: request.header("Accept") ?? "")
    return WebResponse(
      status: 200, headers: [WebField("Content-Type", format.mediaType)],
      body: .bytes(Array(metrics.exposition.text(as: format).utf8)))
  }
}
