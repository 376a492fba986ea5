/// What a program shows of itself to Prometheus.
public struct Exposition: Sendable, Equatable {
  /// How it can be written.
  public enum Format: Sendable, Equatable, CaseIterable {
    /// The text format of Prometheus, version 0.0.4.
    case prometheus
    /// OpenMetrics 1.0.
    case openMetrics

    /// The media type, as it stands in `Content-Type`.
    public var mediaType: String {
      switch self {
      case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
      case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
      }
    }
  }

  /// The metrics, each name once.
  public let metrics: [Metric]

  /// Takes the metrics.
  ///
  /// - Parameter metrics: The metrics, each name once.
  public init(_ metrics: [Metric]) {
    precondition(Set(metrics.map(\.name)).count == metrics.count, "a metric stands there twice")
    self.metrics = metrics
  }

  /// Writes it.
  ///
  /// - Parameter format: How.
  /// - Returns: The text. Metrics without samples are left out.
  public func text(as format: Format) -> String {
    var text = ""
    for metric in metrics where !metric.samples.isEmpty { write(metric, as: format, to: &text) }
    if format == .openMetrics { text += "# EOF\n" }
    return text
  }

  private func write(_ metric: Metric, as format: Format, to text: inout String) {
    let suffix =
      switch metric.kind {
      case .counter: "_total"
      case .info: "_info"
      case .gauge, .histogram: ""
      }
    let type =
      switch metric.kind {
      case .counter: "counter"
      case .gauge: "gauge"
      case .histogram: "histogram"
      case .info: format == .openMetrics ? "info" : "gauge"
      }
    // OpenMetrics names the family, the older format the samples.
    let name = format == .openMetrics ? metric.name : metric.name + suffix
    text += "# HELP \(name) \(metric.help.escaped(quotes: format == .openMetrics))\n"
    text += "# TYPE \(name) \(type)\n"
    if format == .openMetrics, let unit = metric.unit {
      text += "# UNIT \(name) \(unit.rawValue)\n"
    }
    for sample in metric.samples {
      text += metric.name + suffix + sample.suffix
      let labels = sample.labels.map { "\($0.name)=\"\($0.value.escaped(quotes: true))\"" }
      if !labels.isEmpty { text += "{\(labels.joined(separator: ","))}" }
      text += " \(sample.value.text)\n"
    }
  }
}

extension String {
  /// The text with backslash, line feed and perhaps quotes written as both formats want it.
  fileprivate func escaped(quotes: Bool) -> String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\"" where quotes: text += "\\\""
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Double {
  /// The number as both formats take it.
  fileprivate var text: String {
    if isNaN { return "NaN" }
    if isInfinite { return self < 0 ? "-Inf" : "+Inf" }
    return Int64(exactly: self).map { "\($0)" } ?? "\(self)"
  }
}
