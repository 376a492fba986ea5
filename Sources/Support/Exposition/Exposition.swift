/// A program's metrics for Prometheus.
public struct Exposition: Sendable, Equatable {
  /// The metrics, each name once.
  public let metrics: [Metric]

  /// Collects metrics.
  ///
  /// - Parameter metrics: The metrics, each name once.
  public init(_ metrics: [Metric]) {
    precondition(Set(metrics.map(\.name)).count == metrics.count, "duplicate metric name")
    self.metrics = metrics
  }

  /// Formats the metrics.
  ///
  /// - Parameter format: The format.
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
  /// The text with backslashes, line feeds and, if asked, quotes escaped as in both formats.
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
  /// The number as in both formats.
  fileprivate var text: String {
    if isNaN { return "NaN" }
    if isInfinite { return self < 0 ? "-Inf" : "+Inf" }
    return Int64(exactly: self).map { "\($0)" } ?? "\(self)"
  }
}
