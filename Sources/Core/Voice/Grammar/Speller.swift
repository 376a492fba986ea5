import Wire

/// Follows the rules of a grammar: numbers, codes and amounts become clips.
///
/// It takes for granted what ``ClosureCheck`` has proved: that a rule applies to every number up to
/// the limits, and that no rule leads back to itself.
struct Speller: Sendable {
  let rules: GrammarRules

  /// The clips of a number by a rule set.
  func number(_ number: Int, by set: String) -> [ClipID] {
    var clips: [ClipID] = []
    append(number, by: set, to: &clips)
    return clips
  }

  /// The clips of a number by terms that divide nothing.
  func number(_ number: Int, by terms: [Term]) -> [ClipID] {
    var clips: [ClipID] = []
    append(number, by: terms, divisor: 1, to: &clips)
    return clips
  }

  /// The clips of an amount within the limit of its currency.
  func amount(_ money: Money, by rules: MoneyRules) -> [ClipID] {
    var clips: [ClipID] = []
    for term in rules.form(for: money) {
      switch term {
      case .clip(let id): clips.append(id)
      case .major(let set): append(money.majorUnits, by: set, to: &clips)
      case .minor(let set): append(money.fraction, by: set, to: &clips)
      case .digits(let set):
        for digit in money.fractionDigits { append(digit, by: set, to: &clips) }
      }
    }
    return clips
  }

  private func append(_ number: Int, by set: String, to clips: inout [ClipID]) {
    guard let rule = rules.sets[set]?.rule(for: number) else {
      preconditionFailure("no rule of '\(set)' says \(number), against the proof")
    }
    append(number, by: rule.terms, divisor: rule.divisor, to: &clips)
  }

  private func append(
    _ number: Int, by terms: [Term], divisor: Int, to clips: inout [ClipID]
  ) {
    for term in terms {
      switch term {
      case .clip(let id): clips.append(id)
      case .counted(let prefix, let suffix):
        clips.append(ClipID(checked: "\(prefix)\(number)\(suffix)"))
      case .quotient(let set): append(number / divisor, by: set, to: &clips)
      case .remainder(let set): append(number % divisor, by: set, to: &clips)
      case .value(let set): append(number, by: set, to: &clips)
      case .branch(let some, let none):
        let side = number % divisor == 0 ? none : some
        append(number, by: side, divisor: divisor, to: &clips)
      }
    }
  }
}

extension Money {
  /// The digits of the fraction, without zeros at its end.
  fileprivate var fractionDigits: [Int] {
    var digits: [Int] = []
    var unit = currency.minorUnitsPerMajor / 10
    var rest = fraction
    while rest > 0 {
      digits.append(rest / unit)
      rest %= unit
      unit /= 10
    }
    return digits
  }
}
