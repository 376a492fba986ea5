import Exposition
import Wire

extension Counters {
  /// What has been counted since the monitor started.
  ///
  /// Every label value is there from the start, so that `rate()` sees the first failure.
  var metrics: [Metric] {
    [
      .counter(
        "soundbox_orders_published",
        "Orders for boxes that were seen on their way, one for each box.", [Sample(published)]),
      .counter(
        "soundbox_receipts",
        "Receipts that reported something new, by stage and by the order's outcome.",
        [Sample(delivered, ["stage": "delivered", "reason": "none"])]
          + Outcome.labels.map {
            Sample(handled[$0] ?? 0, ["stage": "handled", "reason": $0])
          }),
      .counter(
        "soundbox_receipts_duplicate", "Receipts that repeated what was known.",
        [Sample(marks[.repeated] ?? 0)]),
      .counter(
        "soundbox_receipts_late",
        "Receipts that arrived long after they were written, or out of order.",
        [Sample(marks[.late] ?? 0)]),
      .counter(
        "soundbox_receipts_contradictory", "Receipts that contradicted what was known.",
        [Sample(marks[.contradictory] ?? 0)]),
      .histogram(
        "soundbox_order_to_first_sample_seconds", in: .seconds,
        "How long orders took from being published to their first sample.", latencies),
      .histogram(
        "soundbox_play_duration_seconds", in: .seconds,
        "How long announcements took from their first sample to their last.", durations),
      .counter(
        "soundbox_fleet_ignored_messages",
        "Order messages that boxes have ignored, since no rule announces them.", [Sample(ignored)]),
      .counter(
        "soundbox_monitor_unreadable_messages", "Messages that could not be read.",
        [Sample(unreadable)]),
      .counter(
        "soundbox_monitor_refused_messages",
        "Messages of unknown boxes that were rejected because the fleet is full.",
        [Sample(rejected)]),
      .counter(
        "soundbox_monitor_db_errors", "Database operations that failed.",
        [Sample(readFailures, ["op": "read"]), Sample(writeFailures, ["op": "write"])]),
    ]
  }
}

extension FleetView.BoxCounts {
  /// How many boxes are in which condition.
  var metrics: [Metric] {
    [
      .gauge(
        "soundbox_fleet_devices", "Boxes by state.",
        BoxRecord.Condition.allCases.map {
          Sample(conditions[$0] ?? 0, ["state": $0.rawValue])
        }),
      .gauge(
        "soundbox_fleet_devices_silent",
        "Boxes that are online and have got orders, but have handled none of them in time.",
        [Sample(silent)]),
      .gauge(
        "soundbox_fleet_devices_ignoring",
        "Boxes that are online and ignore all order messages they get.", [Sample(ignoring)]),
      .gauge(
        "soundbox_fleet_devices_with_gaps", "Boxes of which receipts are missing.",
        [Sample(gapped)]),
      .gauge(
        "soundbox_receipts_missing", "Receipts that boxes have written and that have not arrived.",
        [Sample(missing)]),
    ]
  }
}

extension FleetView.State {
  /// The state of the link to the broker.
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

  /// The state of each box, unless there are too many boxes.
  ///
  /// A box that was stopped on purpose or never seen has no series; a lost one has only the time when it
  /// was last seen.
  func boxMetrics(at moment: Timestamp, mostBoxes: Int) -> [Metric] {
    let isTooMany = boxes.count > mostBoxes
    let records = isTooMany ? [] : boxes.values.map(\.record).sorted { $0.name < $1.name }
    var (lastSeen, volume, queue, audio): ([Sample], [Sample], [Sample], [Sample]) =
      ([], [], [], [])
    var ignored: [Sample] = []
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
      ignored.append(Sample(health.ignoredCount, label))
    }
    return [
      .gauge(
        "soundbox_monitor_devices_without_series",
        "Boxes without series of their own because there are more than the limit.",
        [Sample(isTooMany ? boxes.count : 0)]),
      .gauge(
        "soundbox_device_last_seen_timestamp_seconds", in: .seconds, "When a box was last seen.",
        lastSeen),
      .gauge("soundbox_device_volume_ratio", in: .ratio, "A box's volume.", volume),
      .gauge("soundbox_device_queue_depth", "Announcements that wait on a box.", queue),
      .gauge(
        "soundbox_device_audio_available", "Whether a box's sound device is available.", audio),
      .counter(
        "soundbox_device_ignored_messages",
        "Order messages that a box has ignored since its start, since no rule announces them.",
        ignored),
    ]
  }
}

extension FleetView.DatabaseCondition {
  /// How far the database lags behind.
  func metrics(at moment: Timestamp) -> [Metric] {
    [
      .gauge(
        "soundbox_monitor_receipt_commit_lag_seconds", in: .seconds,
        "How long the latest messages took to be stored, or have been waiting for it.",
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
