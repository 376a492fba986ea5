/// The escapes of URLs, such as `%20` (RFC 3986, 2.1).
enum Percent {
  /// Replaces the escapes in `bytes`.
  ///
  /// - Returns: `nil` for an escape without two hexadecimal digits, for NUL, and for what is not
  ///   UTF-8 in the end.
  static func decode(_ bytes: ArraySlice<UInt8>, plusIsBlank: Bool = false) -> String? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = digit(rest.popFirst()), let low = digit(rest.popFirst()) else {
          return nil
        }
        decoded.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsBlank: decoded.append(UInt8(ascii: " "))
      default: decoded.append(byte)
      }
    }
    return decoded.contains(0) ? nil : String(validating: decoded, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    switch byte {
    case .some(let byte) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
      byte - UInt8(ascii: "0")
    case .some(let byte) where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20):
      (byte | 0x20) - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
