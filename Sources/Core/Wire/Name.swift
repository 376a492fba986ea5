/// The name of a phrase or sound in a sound command, such as `payment.alipay`.
public struct Name: RawRepresentable, Sendable, Hashable {
  /// The name as it is written.
  public let rawValue: String

  /// Takes a name of the protocol's form: lower-case letters and digits in parts joined by `.`, `-` or
  /// `_`, a letter first.
  ///
  /// - Parameter rawValue: The name.
  public init?(rawValue: String) {
    var previous: UInt8 = UInt8(ascii: ".")
    for (index, byte) in rawValue.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): break
      case UInt8(ascii: "0")...UInt8(ascii: "9"): if index == 0 { return nil }
      case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
        if Self.joins(previous) { return nil }
      default: return nil
      }
      previous = byte
    }
    if Self.joins(previous) { return nil }
    self.rawValue = rawValue
  }

  private static func joins(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
