import Wire

/// Proves what a grammar can say: every number up to the limits has a rule, no rule leads back to
/// itself, and these are all the clips that can ever be asked for.
///
/// It runs the rules over intervals of numbers in place of numbers. The numbers of an interval to
/// which one rule applies divide into an interval of quotients and one or two of remainders, so that a
/// few hundred steps cover a million million amounts, exactly.
struct ClosureCheck {
  /// The most clips that one `n{}` may stand for.
  static let mostCounted = 10_000

  let rules: GrammarRules
  private(set) var faults: [PackFault] = []
  /// Each clip that can be asked for, with the first place that asks.
  private(set) var needed: [ClipID: String] = [:]
  private var visited: Set<Visit> = []

  private struct Visit: Hashable {
    let set: String
    let interval: ClosedRange<Int>
  }

  init(_ rules: GrammarRules) { self.rules = rules }

  /// Follows everything that a command can ask for.
  mutating func run() {
    let numbers = 0...rules.limit
    follow(rules.numbers, numbers, at: "numbers.rules")
    for money in rules.money.values { follow(money) }
    for (sign, clips) in rules.signs { need(clips, at: "signs.\(sign)") }
    for name in Vocabulary.names { followName(name) }
    for (name, phrase) in rules.phrases {
      let path = "phrases.\(name.rawValue)"
      need(phrase.clips, at: path + ".clips")
      follow(phrase.number ?? [], Division(numbers, by: 1), at: path + ".number")
      need(phrase.code.around([]), at: path + ".code")
      need(phrase.money.around([]), at: path + ".money")
    }
  }

  /// A name of the vocabulary that is no phrase is the clip of that id.
  private mutating func followName(_ name: String) {
    let isPhrase = rules.phrases.keys.contains { $0.rawValue == name }
    if !isPhrase { need([ClipID(checked: name)], at: "phrases.\(name)") }
  }

  private mutating func follow(_ money: MoneyRules) {
    let limit = money.limit.majorUnits
    let hundred = money.limit.currency.minorUnitsPerMajor
    follow(money.whole, major: 0...limit, minor: 0...0, at: money.path + ".whole")
    guard hundred > 1 else { return }
    let minor = 1...(hundred - 1)
    follow(money.fraction, major: 0...0, minor: minor, at: money.fractionPath)
    if limit > 0 {
      follow(money.mixed, major: 1...limit, minor: minor, at: money.path + ".mixed")
    }
  }

  private mutating func follow(
    _ form: [MoneyTerm], major: ClosedRange<Int>, minor: ClosedRange<Int>, at path: String
  ) {
    for term in form {
      switch term {
      case .clip(let id): need([id], at: path)
      case .major(let set): follow(set, major, at: path)
      case .minor(let set): follow(set, minor, at: path)
      case .digits(let set): follow(set, 0...9, at: path)
      }
    }
  }

  /// Follows a rule set over an interval.
  ///
  /// - Parameters:
  ///   - set: The rule set's name.
  ///   - interval: The numbers.
  ///   - path: The place that asks.
  ///   - sameNumber: The rule sets that have passed this very number on, through `=`.
  mutating func follow(
    _ set: String, _ interval: ClosedRange<Int>, at path: String, sameNumber: [String] = []
  ) {
    guard let ruleSet = rules.sets[set] else { return }
    if sameNumber.contains(set) {
      let circle = (sameNumber + [set]).map { "=" + $0 }.joined(separator: " ")
      add(path, "\(interval.text) goes in a circle: \(circle)", "break the circle")
      return
    }
    guard visited.insert(Visit(set: set, interval: interval)).inserted else { return }
    for part in ruleSet.parts(of: interval) {
      guard let rule = part.rule else {
        add(
          "rules.\(set)", "no rule for \(part.interval.text), needed by \(path)",
          "add a rule from \(part.interval.lowerBound) on")
        continue
      }
      follow(
        rule.terms, Division(part.interval, by: rule.divisor), at: rule.path,
        sameNumber: sameNumber + [set])
    }
  }

  mutating func add(_ path: String, _ problem: String, _ remedy: String) {
    let fault = PackFault.grammar(path, problem, remedy)
    if !faults.contains(fault) { faults.append(fault) }
  }

  mutating func need(_ clips: [ClipID], at path: String) {
    for clip in clips { needed[clip] = min(needed[clip] ?? path, path) }
  }
}

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
