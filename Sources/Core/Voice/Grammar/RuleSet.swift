/// A rule set, read: which rule applies to which number.
struct RuleSet: Sendable {
  /// Rules for one number each, by that number.
  private let exact: [Int: Rule]
  /// The other rules, lowest base first.
  private let ranges: [Rule]

  init(exact: [Rule], ranges: [Rule]) {
    self.exact = Dictionary(exact.map { ($0.base, $0) }) { first, _ in first }
    self.ranges = ranges.sorted { $0.base < $1.base }
  }

  /// The rule that applies to a number.
  func rule(for number: Int) -> Rule? {
    exact[number] ?? ranges.last { $0.base <= number }
  }

  /// The parts of an interval to each of which one rule applies, or none.
  func parts(of interval: ClosedRange<Int>) -> [(interval: ClosedRange<Int>, rule: Rule?)] {
    // A new part begins at each rule's base and behind each exact number.
    let starts = ranges.map(\.base) + exact.keys + exact.keys.map { $0 + 1 } + [interval.lowerBound]
    let inside = Set(starts).filter { interval.contains($0) }.sorted()
    let ends = inside.dropFirst().map { $0 - 1 } + [interval.upperBound]
    return zip(inside, ends).map { ($0...$1, rule(for: $0)) }
  }
}
