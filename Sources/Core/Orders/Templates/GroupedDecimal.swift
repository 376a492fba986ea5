/// Decimals whose digits are grouped: `1,278.99`, `12,34,567.00`, `1.278,99`.
enum GroupedDecimal {
  /// Reads a decimal.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - separator: What stands between groups; the decimal sign is a comma if this is a point, and
  ///     a point otherwise.
  /// - Returns: The decimal without separators, with a point; `nil` if the groups are not threes, or
  ///   twos and a last three as in India.
  static func read(_ text: String, separator: UInt8) -> String? {
    let point = UInt8(ascii: ".")
    let mark = separator == point ? UInt8(ascii: ",") : point
    let bytes = Array(text.utf8)
    let hasSign = bytes.first == UInt8(ascii: "-")
    let parts = bytes.dropFirst(hasSign ? 1 : 0)
      .split(separator: mark, omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count) else { return nil }
    let groups = parts[0].split(separator: separator, omittingEmptySubsequences: false)
    guard
      (parts[0] + (parts.count == 2 ? parts[1] : [0x30])).allSatisfy({
        (0x30...0x39).contains($0) || $0 == separator
      }), groups.allSatisfy({ !$0.isEmpty }), parts.count == 1 || !parts[1].isEmpty,
      parts.count == 1 || !parts[1].contains(separator)
    else { return nil }
    if groups.count > 1 {
      let middle = Set(groups.dropFirst().dropLast().map(\.count))
      guard groups.last?.count == 3, groups[0].count <= 3, groups[0].first != 0x30,
        middle.isEmpty || middle == [3] || (middle == [2] && groups[0].count <= 2)
      else { return nil }
    }
    let whole = groups.joined()
    let fraction = parts.count == 2 ? [point] + parts[1] : []
    return String(
      decoding: (hasSign ? [UInt8(ascii: "-")] : []) + whole + fraction, as: UTF8.self)
  }
}
