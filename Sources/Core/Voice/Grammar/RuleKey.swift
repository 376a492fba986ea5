/// The key of a rule: `100` (from 100 on), `100!` (100 alone), with `?option` if it depends on one.
struct RuleKey: Hashable {
  /// The largest base, and the largest number or amount in minor units that a grammar may promise;
  /// the proof reckons with a little more, which must not overflow.
  static let largest = 1_000_000_000_000_000

  let base: Int
  let isExact: Bool
  let option: String?

  init?(_ text: String) {
    let halves = text.split(separator: "?", omittingEmptySubsequences: false).map(String.init)
    guard halves.count <= 2 else { return nil }
    option = halves.count == 2 ? halves[1] : nil
    isExact = halves[0].hasSuffix("!")
    let digits = isExact ? String(halves[0].dropLast()) : halves[0]
    guard let base = Int(digits), String(base) == digits, (0...Self.largest).contains(base),
      option != ""
    else { return nil }
    self.base = base
  }

  /// The largest power of ten that is not above the base; 1 below 10.
  var divisor: Int {
    var divisor = 1
    while divisor <= base / 10 { divisor *= 10 }
    return divisor
  }
}
