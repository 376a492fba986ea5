import Box
import Exposition
import Glibc
import Interop
import ProgramKit
import Wire

/// What the box shows to a Prometheus on its own computer.
struct BoxMetrics: Sendable {
  let health: HealthReport
  let status: Status
  let journal: Journal
  let presence: Presence
  let journalPath: String

  /// All of it, as it is now.
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
        "Messages about orders that came, bad ones and copies included.",
        [Sample(status.received, ["source": "mqtt"])]),
      .counter(
        "soundbox_receipts", "Receipts by what they are and what became of the order.",
        [Sample(counts.delivered, ["stage": "delivered", "reason": "none"])]
          + Outcome.all.map {
            Sample(counts.handled[$0] ?? 0, ["stage": "handled", "reason": $0.label])
          }),
      .counter(
        "soundbox_receipts_duplicate", "Receipts that were sent once more, as an order came again.",
        [Sample(counts.repeated)]),
      .counter(
        "soundbox_queue_rejected", "Orders that were not taken.",
        [Outcome.rejectedMalformed, .rejectedConflict, .rejectedQueueFull].map { outcome in
          Sample(
            counts.handled[outcome] ?? 0,
            ["reason": String(outcome.label.dropFirst("rejected_".count))])
        }),
    ]
  }

  private func waiting(_ health: Health) -> [Metric] {
    [
      .gauge("soundbox_queue_depth", "Announcements that wait.", [Sample(health.queue)]),
      .gauge(
        "soundbox_orders_ringing", "Orders that ring until somebody acknowledges them.",
        [Sample(health.ringing)]),
      .gauge(
        "soundbox_last_order_timestamp_seconds", in: .seconds, "When the last order came.",
        health.lastOrder.map { [Sample($0.seconds)] } ?? []),
      .gauge(
        "soundbox_last_played_timestamp_seconds", in: .seconds,
        "When the last announcement had been heard.",
        health.lastPlayed.map { [Sample($0.seconds)] } ?? []),
      .gauge(
        "soundbox_journal_bytes", in: .bytes, "The size of the journal, with its log.",
        [Sample(journalSize)]),
    ]
  }

  private func sound(_ health: Health) -> [Metric] {
    [
      .gauge(
        "soundbox_audio_available", "Whether the sound device is there and works.",
        [Sample(flag: health.audio.state != .unavailable)]),
      .gauge(
        "soundbox_audio_playing", "Whether an announcement is being played.",
        [Sample(flag: health.audio.state == .playing)]),
      .counter(
        "soundbox_audio_xruns", "Times that the sound device ran out of samples.",
        [Sample(health.audio.xruns)]),
      .gauge(
        "soundbox_volume_ratio", in: .ratio, "The box's volume.",
        [Sample(Double(health.volume) / 100)]),
      .gauge(
        "soundbox_muted", "Whether somebody has asked the box to say nothing.",
        [Sample(flag: health.mutedUntil != nil)]),
    ]
  }

  private func link(_ health: Health) -> [Metric] {
    [
      .gauge(
        "soundbox_mqtt_connected", "Whether the program is connected to its broker.",
        [Sample(flag: presence.isOnline)]),
      .counter(
        "soundbox_mqtt_reconnects", "Connections to the broker after the first one.",
        [Sample(health.reconnects)]),
      .gauge(
        "soundbox_mqtt_publish_unacked", "Receipts that the broker does not have yet.",
        [Sample(health.unpublished)]),
      .gauge(
        "soundbox_clock_synced", "Whether the computer's clock is kept right.",
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
