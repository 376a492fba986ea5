/// A decimal of any length, compared exactly.
struct ExactDecimal: Sendable, Hashable, Comparable {
  /// Whether it is below zero.
  let isNegative: Bool
  /// The digits before the point, without leading zeros; none for zero.
  let whole: [UInt8]
  /// The digits behind the point, without trailing zeros.
  let fraction: [UInt8]

  /// Reads a plain decimal: a sign if it is negative, digits, a point and digits if there is a fraction.
  init?(_ text: String) {
    var digits = Array(text.utf8)[...]
    let hasSign = digits.first == UInt8(ascii: "-")
    if hasSign { digits.removeFirst() }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2,
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    whole = Array(parts[0].drop { $0 == 0x30 })
    var fraction = parts.count == 2 ? parts[1] : []
    while fraction.last == 0x30 { fraction.removeLast() }
    self.fraction = Array(fraction)
    isNegative = hasSign && !(whole.isEmpty && fraction.isEmpty)
  }

  static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
  }

  private func isSmaller(than other: ExactDecimal) -> Bool {
    if whole.count != other.whole.count { return whole.count < other.whole.count }
    if whole != other.whole { return whole.lexicographicallyPrecedes(other.whole) }
    return fraction.lexicographicallyPrecedes(other.fraction)
  }
}
