/// An MQTT topic filter, such as `shop/orders/+`.
public struct TopicFilter: RawRepresentable, Sendable, Hashable {
  /// The filter as it is subscribed to.
  public let rawValue: String
  private let levels: [Substring]

  /// Takes a filter of the form that MQTT 5.0, 4.7.1 allows.
  ///
  /// - Parameter rawValue: The filter: `+` alone in a level, `#` alone in the last one, no U+0000,
  ///   1–65,535 bytes.
  public init?(rawValue: String) {
    let levels = rawValue.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...65_535).contains(rawValue.utf8.count), !rawValue.unicodeScalars.contains("\0"),
      levels.allSatisfy({ $0 == "+" || !$0.contains("+") }),
      levels.dropLast().allSatisfy({ !$0.contains("#") }),
      levels.last.map({ $0 == "#" || !$0.contains("#") }) == true
    else { return nil }
    self.rawValue = rawValue
    self.levels = levels
  }

  /// Whether a message published under `topic` is one this filter asks for (MQTT 5.0, 4.7).
  ///
  /// - Parameter topic: The topic of a message.
  /// - Returns: Whether it fits; topics that begin with `$` fit no filter that begins with a wildcard.
  public func matches(_ topic: String) -> Bool {
    if topic.hasPrefix("$"), levels[0] == "+" || levels[0] == "#" { return false }
    let names = topic.split(separator: "/", omittingEmptySubsequences: false)
    for (index, level) in levels.enumerated() {
      if level == "#" { return true }
      guard index < names.count, level == "+" || level == names[index] else { return false }
    }
    return names.count == levels.count
  }
}
