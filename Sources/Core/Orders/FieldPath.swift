/// Where a value stands in an order message: `order.items.0.qty`, or `items.count` for a length.
public struct FieldPath: Sendable, Hashable, CustomStringConvertible {
  /// The keys and indices, outermost first.
  public let parts: [String]

  /// Splits a path at its dots.
  ///
  /// - Parameter text: The path; a key that has a dot in it cannot be named.
  public init?(_ text: String) {
    parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
  }

  public var description: String { parts.joined(separator: ".") }
}
