/// Durations as a person writes them: `300ms`, `30s`, `10m`, `12h`, `7d`.
package enum DurationText {
  /// Reads a duration.
  ///
  /// - Parameter text: A whole number and a unit.
  /// - Returns: The duration; `nil` for anything else.
  package static func read(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int64(digits), number <= 1_000_000_000 else { return nil }
    switch text.dropFirst(digits.count) {
    case "ms": return .milliseconds(number)
    case "s": return .seconds(number)
    case "m": return .seconds(number * 60)
    case "h": return .seconds(number * 3600)
    case "d": return .seconds(number * 86_400)
    default: return nil
    }
  }
}
