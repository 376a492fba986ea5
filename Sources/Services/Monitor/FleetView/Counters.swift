import Exposition
import Fleet
import Wire

/// What has been counted since the monitor started, for Prometheus.
struct Counters: Sendable {
  var delivered = 0
  /// By the outcome's label.
  var handled = Dictionary(uniqueKeysWithValues: Outcome.labels.map { ($0, 0) })
  var published = 0
  var marks = Dictionary(uniqueKeysWithValues: Attempt.Mark.allCases.map { ($0, 0) })
  /// Order messages that boxes have ignored, as no rule announces them.
  var ignored = 0
  var unreadable = 0
  /// Messages of unknown boxes that were rejected because the fleet is full.
  var rejected = 0
  var writeFailures = 0
  var readFailures = 0
  /// Connections to the broker.
  var connections = 0
  /// From publishing to the first sample, in seconds.
  var latencies = Histogram(bounds: [0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30])
  /// From the first sample to the last, in seconds.
  var durations = Histogram(bounds: [1, 2, 3, 5, 10, 30, 60, 120])

  /// Counts how long a handled order took.
  mutating func add(_ attempt: Attempt) {
    if let latency = attempt.latency { latencies.add(latency / .seconds(1)) }
    if let duration = attempt.duration { durations.add(duration / .seconds(1)) }
  }
}

extension FleetView {
  /// How many boxes are in which condition.
  struct BoxCounts: Sendable {
    var conditions: [BoxRecord.Condition: Int] = [:]
    /// Boxes that are silent, as of ``BoxRecord/isSilent(at:after:)``.
    var silent = 0
    /// Boxes that ignore all order messages, as of ``BoxRecord/isIgnoring(after:)``.
    var ignoring = 0
    /// Boxes of which receipts are missing.
    var gapped = 0
    /// Receipts that are missing.
    var missing: Int64 = 0
  }
}

extension FleetView.State {
  /// Counts the boxes.
  func boxCounts(at moment: Timestamp, patience: Duration) -> FleetView.BoxCounts {
    var counts = FleetView.BoxCounts()
    for entry in boxes.values {
      counts.conditions[entry.record.condition(at: moment), default: 0] += 1
      if entry.record.isSilent(at: moment, after: patience) { counts.silent += 1 }
      if entry.record.isIgnoring(after: BoxRecord.ignoringPatience) { counts.ignoring += 1 }
      let missing = entry.record.sequence.missing
      if missing > 0 { counts.gapped += 1 }
      counts.missing += missing
    }
    return counts
  }
}
