/// The target of a request line, taken apart and decoded (RFC 9112, 3.2.1).
struct Target {
  let segments: [String]
  let query: [WebField]

  /// Decodes a target.
  ///
  /// - Returns: `nil` if it does not start with a slash, has a `.` or `..` for a part, a control
  ///   character in its path, a NUL anywhere, or an escape that is none or is not UTF-8.
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
