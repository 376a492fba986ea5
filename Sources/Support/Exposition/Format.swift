extension Exposition {
  /// A text format of metrics.
  public enum Format: Sendable, Equatable, CaseIterable {
    /// The text format of Prometheus, version 0.0.4.
    case prometheus
    /// OpenMetrics 1.0.
    case openMetrics

    /// The media type, for `Content-Type`.
    public var mediaType: String {
      switch self {
      case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
      case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
      }
    }
  }
}

extension Exposition.Format {
  /// Chooses the format that the client prefers (RFC 9110, 12.5.1).
  ///
  /// A client that accepts neither, such as a browser, gets the older format.
  ///
  /// - Parameter accept: The header `Accept`; empty if there is none.
  public init(accept: String) {
    var quality: (old: Double, new: Double) = (0, 0)
    for range in accept.split(separator: ",") {
      let range = MediaRange(range)
      switch range.type {
      case "application/openmetrics-text":
        // 0.0.1 was the draft of 1.0.
        if ["1.0.0", "0.0.1", nil].contains(range.version) {
          quality.new = max(quality.new, range.quality)
        }
      case "text/plain":
        if ["0.0.4", nil].contains(range.version) { quality.old = max(quality.old, range.quality) }
      case "text/*", "*/*": quality.old = max(quality.old, range.quality)
      default: break
      }
    }
    self = quality.new > 0 && quality.new >= quality.old ? .openMetrics : .prometheus
  }
}

/// One media range of `Accept`.
private struct MediaRange {
  let type: String
  var version: String?
  var quality = 1.0

  init(_ text: Substring) {
    let parts = text.split(separator: ";").map { part in
      String(part.filter { $0 != " " && $0 != "\t" && $0 != "\"" }).lowercased()
    }
    type = parts.first ?? ""
    for parameter in parts.dropFirst() {
      if parameter.hasPrefix("version=") { version = String(parameter.dropFirst(8)) }
      // An invalid quality counts as 0.
      if parameter.hasPrefix("q=") { quality = Double(parameter.dropFirst(2)) ?? 0 }
    }
  }
}
