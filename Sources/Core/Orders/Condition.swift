import Wire

/// What a rule demands of one value of a message: `type: order.created`, or one of a list.
public struct Condition: Sendable, Hashable {
  /// Where the value stands.
  public let path: FieldPath
  /// The texts that fit.
  public let accepted: [String]

  /// Makes a condition.
  ///
  /// - Parameters:
  ///   - path: Where the value stands.
  ///   - accepted: The texts that fit; numbers and strings compare by value, so `1` fits `"1"`, `1`
  ///     and `1.0`.
  public init(_ path: FieldPath, accepted: [String]) {
    self.path = path
    self.accepted = accepted
  }

  /// Whether the message meets the condition.
  func fits(_ message: JSON) -> Bool {
    guard let value = message.value(at: path.parts) else { return false }
    let text: String
    switch value {
    case .bool(let flag): text = flag ? "true" : "false"
    case .null: text = "null"
    default:
      guard let own = value.text else { return false }
      text = own
    }
    return accepted.contains { $0 == text || Self.equalNumbers($0, text) }
  }

  private static func equalNumbers(_ left: String, _ right: String) -> Bool {
    guard let left = significant(left), let right = significant(right) else { return false }
    return left == right
  }

  /// The digits of a plain decimal without those that do not count; `nil` for any other text.
  private static func significant(_ text: String) -> String? {
    let magnitude = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = magnitude.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let whole = parts[0].drop { $0 == "0" }
    var fraction = parts.count == 2 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    let isZero = whole.isEmpty && fraction.isEmpty
    return (text.hasPrefix("-") && !isZero ? "-" : "") + whole + "." + fraction
  }
}
