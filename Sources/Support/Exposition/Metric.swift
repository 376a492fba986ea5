/// One metric with all its samples: a family, as Prometheus calls it.
///
/// Its name is the family's: without the `_total` of a counter and the `_info` of an info metric, which
/// are added where the format requires them.
public struct Metric: Sendable, Equatable {
  /// The type of a metric.
  public enum Kind: Sendable, Equatable {
    /// Only increases until the program restarts.
    case counter
    /// Increases and decreases.
    case gauge
    /// Counts values in buckets.
    case histogram
    /// Constant facts, as labels.
    case info
  }

  /// The base units of Prometheus.
  public enum Unit: String, Sendable {
    /// Bytes.
    case bytes
    /// A ratio from 0 to 1.
    case ratio
    /// Seconds.
    case seconds
  }

  /// The family's name.
  public let name: String
  /// The type.
  public let kind: Kind
  /// The unit, which is the suffix of the name.
  public let unit: Unit?
  /// The description, one sentence.
  public let help: String
  /// Its samples.
  public let samples: [Sample]

  private init(_ name: String, _ kind: Kind, _ unit: Unit?, _ help: String, _ samples: [Sample]) {
    precondition(Self.isName(name), "'\(name)' is not a valid metric name")
    precondition(
      unit.map { name.hasSuffix("_\($0.rawValue)") } ?? true,
      "the name '\(name)' does not end with its unit (OpenMetrics 1.0, “Unit”)")
    precondition(
      samples.allSatisfy {
        $0.labels.allSatisfy { Self.isName($0.name) && !$0.name.contains(":") }
      },
      "a label of '\(name)' has an invalid name")
    self.name = name
    self.kind = kind
    self.unit = unit
    self.help = help
    self.samples = samples
  }

  /// A counter.
  ///
  /// - Parameters:
  ///   - name: Its name, without `_total`.
  ///   - unit: Its unit.
  ///   - help: The description.
  ///   - samples: Its samples, with different labels.
  /// - Returns: The metric.
  public static func counter(
    _ name: String, in unit: Unit? = nil, _ help: String, _ samples: [Sample]
  ) -> Metric { Metric(name, .counter, unit, help, samples) }

  /// A gauge.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - unit: Its unit.
  ///   - help: The description.
  ///   - samples: Its samples, with different labels.
  /// - Returns: The metric.
  public static func gauge(
    _ name: String, in unit: Unit? = nil, _ help: String, _ samples: [Sample]
  ) -> Metric { Metric(name, .gauge, unit, help, samples) }

  /// Constant facts, as labels.
  ///
  /// - Parameters:
  ///   - name: Its name, without `_info`.
  ///   - help: The description.
  ///   - labels: The facts.
  /// - Returns: The metric.
  public static func info(_ name: String, _ help: String, _ labels: Labels) -> Metric {
    Metric(name, .info, nil, help, [Sample(1, labels)])
  }

  /// A histogram.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - unit: The unit of the bounds.
  ///   - help: The description.
  ///   - histogram: The counts.
  /// - Returns: The metric.
  public static func histogram(
    _ name: String, in unit: Unit? = nil, _ help: String, _ histogram: Histogram
  ) -> Metric { Metric(name, .histogram, unit, help, histogram.samples) }

  /// Whether the text is a valid metric name or, without colons, label name (Prometheus data model).
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

extension Metric {
  /// The metrics of every process, under the names that Prometheus's own libraries use.
  ///
  /// - Parameters:
  ///   - component: The program.
  ///   - version: Its version.
  ///   - memory: The resident memory, in bytes.
  ///   - descriptors: The number of open files, pipes and sockets.
  ///   - processor: The processor time used, user and system.
  ///   - start: The start time, in seconds since 1970.
  /// - Returns: The metrics.
  public static func process(
    _ component: String, version: String, memory: Int64, descriptors: Int, processor: Duration,
    start: Double
  ) -> [Metric] {
    [
      .info(
        "soundbox_build", "The program that shows this.",
        ["component": component, "version": version]),
      .gauge(
        "process_resident_memory_bytes", in: .bytes, "Resident memory size in bytes.",
        [Sample(memory)]),
      .gauge("process_open_fds", "Number of open file descriptors.", [Sample(descriptors)]),
      .counter(
        "process_cpu_seconds", in: .seconds, "Total user and system CPU time spent in seconds.",
        [Sample(processor / .seconds(1))]),
      .gauge(
        "process_start_time_seconds", in: .seconds,
        "Start time of the process since unix epoch in seconds.", [Sample(start)]),
    ]
  }
}
