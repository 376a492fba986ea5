/// Counts values by the buckets they fall into.
public struct Histogram: Sendable, Equatable {
  /// The buckets' upper bounds, ascending.
  public let bounds: [Double]
  /// The number of values in each bucket; the last bucket is above all bounds.
  public private(set) var counts: [Int]
  /// The sum of all values.
  public private(set) var sum = 0.0

  /// Starts empty.
  ///
  /// - Parameter bounds: The buckets' upper bounds, ascending.
  public init(bounds: [Double]) {
    precondition(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "bounds must be ascending")
    self.bounds = bounds
    counts = [Int](repeating: 0, count: bounds.count + 1)
  }

  /// Counts a value.
  ///
  /// - Parameter value: The value; one equal to a bound belongs to its bucket.
  public mutating func add(_ value: Double) {
    counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
    sum += value
  }

  /// The samples; each bucket includes those before it, as Prometheus expects.
  var samples: [Sample] {
    var total = 0
    let buckets = zip(bounds + [.infinity], counts).map { bound, count in
      total += count
      return Sample(Double(total), ["le": Self.text(of: bound)], suffix: "_bucket")
    }
    return buckets + [Sample(sum, suffix: "_sum"), Sample(Double(total), suffix: "_count")]
  }

  /// A bound as a label, whose text identifies the series: with a point, in both formats.
  private static func text(of bound: Double) -> String { bound == .infinity ? "+Inf" : "\(bound)" }
}
