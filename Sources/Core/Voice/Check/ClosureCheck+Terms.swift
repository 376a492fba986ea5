extension ClosureCheck {
  /// Follows the terms of one rule over all numbers that it applies to.
  mutating func follow(
    _ terms: [Term], _ division: Division, at path: String, sameNumber: [String] = []
  ) {
    for term in terms {
      switch term {
      case .clip(let id): need([id], at: path)
      case .counted(let prefix, let suffix): count(division.numbers, prefix, suffix, at: path)
      case .quotient(let set): follow(set, division.quotients, at: path)
      case .remainder(let set):
        for remainders in division.remainders { follow(set, remainders, at: path) }
      case .value(let set): follow(set, division.numbers, at: path, sameNumber: sameNumber)
      case .branch(let some, let none):
        if let division = division.withRemainder {
          follow(some, division, at: path, sameNumber: sameNumber)
        }
        if let division = division.withoutRemainder {
          follow(none, division, at: path, sameNumber: sameNumber)
        }
      }
    }
  }

  private mutating func count(
    _ numbers: ClosedRange<Int>, _ prefix: String, _ suffix: String, at path: String
  ) {
    guard numbers.count <= Self.mostCounted else {
      add(
        path, "\(prefix){}\(suffix) stands for \(numbers.count) clips, \(numbers.text)",
        "let rules of higher keys divide the number")
      return
    }
    for number in numbers { need([ClipID(checked: "\(prefix)\(number)\(suffix)")], at: path) }
  }
}
