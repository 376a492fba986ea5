/// Counts how often something lay under each of several bounds.
public struct Histogram: Sendable, Equatable {
  /// The bounds, rising.
  public let bounds: [Double]
  /// How often it lay under each bound and above the one before; the last one is beyond all bounds.
  public private(set) var counts: [Int]
  /// All of it, added up.
  public private(set) var sum = 0.0

  /// Starts with nothing counted.
  ///
  /// - Parameter bounds: The bounds, rising.
  public init(bounds: [Double]) {
    precondition(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "bounds must rise")
    self.bounds = bounds
    counts = [Int](repeating: 0, count: bounds.count + 1)
  }

  /// Counts a value.
  ///
  /// - Parameter value: The value; what lies on a bound lies under it.
  public mutating func add(_ value: Double) {
    counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
    sum += value
  }

  /// Each bucket counts all that lies under its bound, so also what the ones before it count.
  var samples: [Sample] {
    var total = 0
    let buckets = zip(bounds + [.infinity], counts).map { bound, count in
      total += count
      return Sample(Double(total), ["le": Self.text(of: bound)], suffix: "_bucket")
    }
    return buckets + [Sample(sum, suffix: "_sum"), Sample(Double(total), suffix: "_count")]
  }

  /// A bound is a label, whose text decides what is the same series: it has a point in both formats.
  private static func text(of bound: Double) -> String { bound == .infinity ? "+Inf" : "\(bound)" }
}
