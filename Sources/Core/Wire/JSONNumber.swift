/// A number as it stood in a message: `88.50` stays `88.50`.
public struct JSONNumber: Sendable, Hashable {
  /// The digits, with sign, point and exponent if there were any (RFC 8259, section 6).
  public let text: String

  /// Takes a text that a reader has checked against RFC 8259, section 6.
  init(checked text: String) { self.text = text }

  /// Makes the number of an integer.
  ///
  /// - Parameter value: The integer.
  public init(_ value: some BinaryInteger) { text = String(value) }
}
