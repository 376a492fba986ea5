import Exposition
import Wire

extension FleetView.State {
  /// How many boxes stand how.
  func deviceMetrics(at moment: Timestamp, patience: Duration) -> [Metric] {
    let sizes = sizes(at: moment, patience: patience)
    return [
      .gauge(
        "soundbox_fleet_devices", "Boxes by state.",
        BoxRecord.Condition.allCases.map {
          Sample(sizes.conditions[$0] ?? 0, ["state": $0.rawValue])
        }),
      .gauge(
        "soundbox_fleet_devices_silent",
        "Boxes that are online, got orders, and handled none of them within the patience.",
        [Sample(sizes.silent)]),
      .gauge(
        "soundbox_fleet_devices_with_gaps", "Boxes of which receipts are missing.",
        [Sample(sizes.gapped)]),
      .gauge(
        "soundbox_receipts_missing", "Receipts that boxes have written and that have not come.",
        [Sample(sizes.missing)]),
    ]
  }

  /// How the link to the broker does.
  var linkMetrics: [Metric] {
    [
      .gauge(
        "soundbox_mqtt_connected", "Whether the program is connected to its broker.",
        [Sample(flag: brokerIsOnline)]),
      .counter(
        "soundbox_mqtt_reconnects", "Connections to the broker after the first one.",
        [Sample(max(0, counters.connections - 1))]),
    ]
  }

  /// How each box does, if there are not too many of them.
  ///
  /// Of a box that was stopped on purpose, or of which nothing was ever heard, there is nothing to tell;
  /// of one that is lost, only when it was last heard of.
  func boxMetrics(at moment: Timestamp, mostBoxes: Int) -> [Metric] {
    let isTooMuch = boxes.count > mostBoxes
    let records = isTooMuch ? [] : boxes.values.map(\.record).sorted { $0.name < $1.name }
    var (lastSeen, volume, queue, audio): ([Sample], [Sample], [Sample], [Sample]) =
      ([], [], [], [])
    for record in records {
      let label: Labels = ["device": "\(record.name)"]
      let condition = record.condition(at: moment)
      guard condition != .offline, condition != .neverSeen, let seen = record.lastSeen else {
        continue
      }
      lastSeen.append(Sample(seen.seconds, label))
      guard condition != .lost, let health = record.health else { continue }
      volume.append(Sample(Double(health.volume) / 100, label))
      queue.append(Sample(health.queue, label))
      audio.append(Sample(flag: health.audio.state != .unavailable, label))
    }
    return [
      .gauge(
        "soundbox_monitor_devices_without_series",
        "Boxes that have no series of their own, as there are more than the limit.",
        [Sample(isTooMuch ? boxes.count : 0)]),
      .gauge(
        "soundbox_device_last_seen_timestamp_seconds", in: .seconds,
        "When a box was last heard of.",
        lastSeen),
      .gauge("soundbox_device_volume_ratio", in: .ratio, "A box's volume.", volume),
      .gauge("soundbox_device_queue_depth", "Announcements that wait on a box.", queue),
      .gauge(
        "soundbox_device_audio_available", "Whether a box's sound device is there and works.",
        audio),
    ]
  }
}

extension FleetView.DatabaseCondition {
  /// How the store does.
  func metrics(at moment: Timestamp) -> [Metric] {
    [
      .gauge(
        "soundbox_monitor_receipt_commit_lag_seconds", in: .seconds,
        "How long the last messages took to be stored, or have waited for that.",
        [Sample(lag(at: moment) / .seconds(1))]),
      .gauge(
        "soundbox_monitor_last_commit_timestamp_seconds", in: .seconds,
        "When messages were last stored.", lastCommit.map { [Sample($0.seconds)] } ?? []),
    ]
  }
}

extension Timestamp {
  /// Seconds since 1970.
  fileprivate var seconds: Double { Double(milliseconds) / 1000 }
}
