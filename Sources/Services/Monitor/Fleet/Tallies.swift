import Wire

/// What has been counted since the monitor was started, for Prometheus.
struct Tallies: Sendable {
  /// The upper ends of the buckets of `soundbox_order_to_first_sample_seconds`.
  static let bounds = [0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30]

  var delivered = 0
  /// By what the box said.
  var handled = Dictionary(uniqueKeysWithValues: Outcome.all.map { ($0, 0) })
  var published = 0
  /// By mark.
  var marks = Dictionary(uniqueKeysWithValues: Attempt.Mark.allCases.map { ($0, 0) })
  var unreadable = 0
  var strangers = 0
  var storeFailures = 0
  /// In each bucket, not summed up; the last one is beyond all bounds.
  var latencies = [Int](repeating: 0, count: Tallies.bounds.count + 1)
  var latencySum = 0.0

  mutating func add(_ latency: Duration) {
    let seconds = Double(latency.milliseconds) / 1000
    latencies[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
    latencySum += seconds
  }
}
