import Wire

/// Counters of the last five minutes, in slots of ten seconds.
struct Window: Sendable {
  /// The counters of a slot.
  struct Counts: Sendable, Equatable {
    var published = 0
    var delivered = 0
    /// The most names of outcomes that are counted apart: a box may report names unknown to this version.
    private static let mostNames = 32

    /// By the outcome's name.
    var handled: [String: Int] = [:]
    /// Failures of any name, without orders that have expired: those are counted by themselves.
    var failed = 0
    var latencies = Latencies()

    /// Counts an order that was handled.
    mutating func handle(_ attempt: Attempt) {
      guard let outcome = attempt.outcome else { return }
      let isCounted = handled.count < Self.mostNames || handled[outcome.name] != nil
      handled[isCounted ? outcome.name : Outcome.unknownLabel, default: 0] += 1
      if outcome.isFailure, outcome != .expired { failed += 1 }
      if let latency = attempt.latency { latencies.add(latency) }
    }

    mutating func add(_ other: Counts) {
      published += other.published
      delivered += other.delivered
      handled.merge(other.handled, uniquingKeysWith: +)
      failed += other.failed
      latencies.add(other.latencies)
    }
  }

  static let slot: Int64 = 10_000
  static let slots = 30

  private var counts = [Counts](repeating: Counts(), count: Window.slots)
  private var newest: Int64 = 0

  /// Changes the slot of a moment; slots that are too old are emptied.
  mutating func change(at moment: Timestamp, _ body: (inout Counts) -> Void) {
    advance(to: moment)
    let slot = moment.milliseconds / Self.slot
    guard slot > newest - Int64(Self.slots) else { return }
    body(&counts[Int(slot % Int64(Self.slots))])
  }

  /// The sum of all slots.
  mutating func sum(at moment: Timestamp) -> Counts {
    advance(to: moment)
    return counts.reduce(into: Counts()) { $0.add($1) }
  }

  private mutating func advance(to moment: Timestamp) {
    let slot = max(0, moment.milliseconds / Self.slot)
    guard slot > newest else { return }
    for passed in max(newest + 1, slot - Int64(Self.slots) + 1)...slot {
      counts[Int(passed % Int64(Self.slots))] = Counts()
    }
    newest = slot
  }
}

/// A histogram of latencies, exact to a tenth.
struct Latencies: Sendable, Equatable {
  /// Each bin ends a tenth higher than the one before it; the first ends at 10 ms.
  private static let bins = 120
  private var counts = [Int](repeating: 0, count: Latencies.bins)
  private(set) var total = 0

  private static let bounds: [Double] = {
    var bounds: [Double] = []
    var bound = 0.01
    for _ in 0..<bins {
      bounds.append(bound)
      bound *= 1.1
    }
    return bounds
  }()

  mutating func add(_ latency: Duration) {
    let seconds = Double(latency.milliseconds) / 1000
    let bin = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bins - 1
    counts[bin] += 1
    total += 1
  }

  mutating func add(_ other: Latencies) {
    for bin in counts.indices { counts[bin] += other.counts[bin] }
    total += other.total
  }

  /// The latency that a part of them did not exceed, in seconds; `nil` if there are none.
  func quantile(_ part: Double) -> Double? {
    guard total > 0 else { return nil }
    var rest = (Double(total) * part).rounded(.up)
    for bin in counts.indices {
      rest -= Double(counts[bin])
      if rest <= 0 { return Self.bounds[bin] }
    }
    return Self.bounds.last
  }
}
