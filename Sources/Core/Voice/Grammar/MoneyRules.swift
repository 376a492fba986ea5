import Wire

/// How amounts of one currency are said, read.
struct MoneyRules: Sendable {
  /// The largest amount that is said.
  let limit: Money
  /// An amount without a fraction, zero too.
  let whole: [MoneyTerm]
  /// An amount with a fraction.
  let mixed: [MoneyTerm]
  /// An amount below one major unit.
  let fraction: [MoneyTerm]
  /// Where the currency stands in `grammar.json`.
  let path: String
  /// Where the form of ``fraction`` stands.
  let fractionPath: String

  /// The form for an amount.
  func form(for money: Money) -> [MoneyTerm] {
    if money.fraction == 0 { whole } else if money.majorUnits == 0 { fraction } else { mixed }
  }
}
