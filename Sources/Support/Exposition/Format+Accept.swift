extension Exposition.Format {
  /// Chooses what the asker likes best (RFC 9110, 12.5.1).
  ///
  /// Whoever can read neither gets the older format: that is better than nothing for a person with a
  /// browser.
  ///
  /// - Parameter accept: The header `Accept`; empty if there is none.
  public init(accept: String) {
    var liking: (old: Double, new: Double) = (0, 0)
    for range in accept.split(separator: ",") {
      let range = MediaRange(range)
      switch range.type {
      case "application/openmetrics-text":
        // 0.0.1 is what the draft was called that became 1.0.
        if ["1.0.0", "0.0.1", nil].contains(range.version) {
          liking.new = max(liking.new, range.quality)
        }
      case "text/plain":
        if ["0.0.4", nil].contains(range.version) { liking.old = max(liking.old, range.quality) }
      case "text/*", "*/*": liking.old = max(liking.old, range.quality)
      default: break
      }
    }
    self = liking.new > 0 && liking.new >= liking.old ? .openMetrics : .prometheus
  }
}

/// One of the types in `Accept`.
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
      // What is no number is taken for a dislike.
      if parameter.hasPrefix("q=") { quality = Double(parameter.dropFirst(2)) ?? 0 }
    }
  }
}
