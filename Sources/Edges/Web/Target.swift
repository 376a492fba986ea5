/// The parsed and decoded target of a request line (RFC 9112, 3.2.1).
struct Target {
  let segments: [String]
  let query: [WebField]

  /// Decodes a target.
  ///
  /// - Returns: `nil` if it does not start with a slash, has a `.` or `..` segment, a control
  ///   character in its path, a NUL anywhere, or an escape that is malformed or not UTF-8.
  init?(_ raw: [UInt8]) {
    guard raw.first == UInt8(ascii: "/"), !raw.contains(UInt8(ascii: "#")) else { return nil }
    let halves = raw.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let segments = Self.segments(halves[0].dropFirst()) else { return nil }
    guard let query = halves.count == 2 ? Self.items(halves[1]) : [] else { return nil }
    self.segments = segments
    self.query = query
  }

  var path: String { "/" + segments.joined(separator: "/") }

  private static func segments(_ path: ArraySlice<UInt8>) -> [String]? {
    var segments: [String] = []
    guard !path.isEmpty else { return segments }
    for part in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let segment = Percent.decode(part), segment != ".", segment != "..",
        !segment.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f })
      else { return nil }
      segments.append(segment)
    }
    return segments
  }

  private static func items(_ query: ArraySlice<UInt8>) -> [WebField]? {
    var items: [WebField] = []
    for item in query.split(separator: UInt8(ascii: "&")) {
      let halves = item.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Percent.decode(halves[0], plusIsBlank: true),
        let value = halves.count == 2 ? Percent.decode(halves[1], plusIsBlank: true) : ""
      else { return nil }
      items.append(WebField(name, value))
    }
    return items
  }
}

/// Percent-encoding in URLs, such as `%20` (RFC 3986, 2.1).
private enum Percent {
  /// Decodes the escapes in `bytes`.
  ///
  /// - Returns: `nil` for an escape without two hexadecimal digits, for NUL, and if the result is not
  ///   UTF-8.
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
