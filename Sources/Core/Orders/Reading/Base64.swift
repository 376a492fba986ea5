/// Base64 (RFC 4648, sections 4 and 5).
///
/// Foundation's decoder would link its file system into the box: 2 MB more, for this alone.
enum Base64 {
  /// Decodes a text of either alphabet, with or without padding; line ends are skipped.
  ///
  /// - Parameter text: The text.
  /// - Returns: The bytes; `nil` if there are other signs, or bits that belong to no byte.
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    var signs = text.filter { $0 != 0x0A && $0 != 0x0D }
    let isPadded = signs.last == UInt8(ascii: "=")
    if isPadded, !signs.count.isMultiple(of: 4) { return nil }
    for _ in 0..<2 where signs.last == UInt8(ascii: "=") { signs.removeLast() }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(signs.count * 3 / 4)
    var (bits, count): (UInt32, Int) = (0, 0)
    for sign in signs {
      guard let value = value(of: sign) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        decoded.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    // One sign alone says no byte, and what is left over must be zero (section 3.5).
    guard count < 6, bits & (1 << UInt32(count) - 1) == 0 else { return nil }
    return decoded
  }

  private static func value(of sign: UInt8) -> UInt32? {
    switch sign {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(sign) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(sign) - 97 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(sign) - 48 + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
