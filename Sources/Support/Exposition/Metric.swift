/// One metric with all its samples: a family, as Prometheus calls it.
///
/// Its name is that of the family: without the `_total` of a counter and the `_info` of an information,
/// which are written where the format wants them.
public struct Metric: Sendable, Equatable {
  /// What a metric is.
  public enum Kind: Sendable, Equatable {
    /// It only grows, until the program starts anew.
    case counter
    /// It rises and falls.
    case gauge
    /// How often something lay under each of several bounds.
    case histogram
    /// What does not change while the program runs, as labels.
    case info
  }

  /// What a metric is counted in: the base units of Prometheus.
  public enum Unit: String, Sendable {
    /// Bytes.
    case bytes
    /// From 0 to 1.
    case ratio
    /// Seconds.
    case seconds
  }

  /// The family's name.
  public let name: String
  /// What it is.
  public let kind: Kind
  /// Its unit, with which its name ends.
  public let unit: Unit?
  /// What it tells, in a sentence.
  public let help: String
  /// Its samples.
  public let samples: [Sample]

  private init(_ name: String, _ kind: Kind, _ unit: Unit?, _ help: String, _ samples: [Sample]) {
    precondition(Self.isName(name), "'\(name)' is no name of a metric")
    precondition(
      unit.map { name.hasSuffix("_\($0.rawValue)") } ?? true,
      "the name '\(name)' does not end with its unit (OpenMetrics 1.0, “Unit”)")
    precondition(
      samples.allSatisfy {
        $0.labels.allSatisfy { Self.isName($0.name) && !$0.name.contains(":") }
      },
      "a label of '\(name)' has no good name")
    self.name = name
    self.kind = kind
    self.unit = unit
    self.help = help
    self.samples = samples
  }

  /// A metric that only grows.
  ///
  /// - Parameters:
  ///   - name: Its name, without `_total`.
  ///   - unit: Its unit.
  ///   - help: What it tells.
  ///   - samples: Its samples, none twice with the same labels.
  /// - Returns: The metric.
  public static func counter(
    _ name: String, in unit: Unit? = nil, _ help: String, _ samples: [Sample]
  ) -> Metric { Metric(name, .counter, unit, help, samples) }

  /// A metric that rises and falls.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - unit: Its unit.
  ///   - help: What it tells.
  ///   - samples: Its samples, none twice with the same labels.
  /// - Returns: The metric.
  public static func gauge(
    _ name: String, in unit: Unit? = nil, _ help: String, _ samples: [Sample]
  ) -> Metric { Metric(name, .gauge, unit, help, samples) }

  /// What does not change, as labels.
  ///
  /// - Parameters:
  ///   - name: Its name, without `_info`.
  ///   - help: What it tells.
  ///   - labels: What there is to tell.
  /// - Returns: The metric.
  public static func info(_ name: String, _ help: String, _ labels: Labels) -> Metric {
    Metric(name, .info, nil, help, [Sample(1, labels)])
  }

  /// How often something lay under each of several bounds.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - unit: The unit of the bounds.
  ///   - help: What it tells.
  ///   - histogram: What was counted.
  /// - Returns: The metric.
  public static func histogram(
    _ name: String, in unit: Unit? = nil, _ help: String, _ histogram: Histogram
  ) -> Metric { Metric(name, .histogram, unit, help, histogram.samples) }

  /// Whether this can be the name of a metric or, without colons, of a label (Prometheus data model).
  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"):
        true
      default: false
      }
    }
  }
}
