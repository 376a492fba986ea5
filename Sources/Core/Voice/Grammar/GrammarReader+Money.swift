import Wire

extension GrammarReader {
  /// Reads the forms of all currencies.
  mutating func money() -> [Currency: MoneyRules] {
    var money: [Currency: MoneyRules] = [:]
    for (code, forms) in grammar.money {
      let path = "money.\(code)"
      guard let currency = Currency(rawValue: code) else {
        add(.grammar(path, "is no ISO 4217 code", "write the code of a currency, such as CNY"))
        continue
      }
      money[currency] = rules(for: currency, forms, at: path)
    }
    return money
  }

  private mutating func rules(
    for currency: Currency, _ forms: Grammar.MoneyForms, at path: String
  ) -> MoneyRules {
    let limit = limit(forms.limit, in: currency, at: path + ".limit")
    let whole = form(forms.whole, at: path + ".whole")
    if whole.contains(where: \.saysFraction) {
      add(
        .grammar(path + ".whole", "says a fraction, which is zero here", "use mixed and fraction"))
    }
    if currency.fractionDigits > 0, forms.mixed == nil {
      add(
        .grammar(
          path + ".mixed", "is missing, and \(currency.rawValue) has fractions",
          "add the form of amounts with a fraction"))
    }
    let mixed = forms.mixed.map { form($0, at: path + ".mixed") } ?? []
    let fractionPath = path + (forms.fraction == nil ? ".mixed" : ".fraction")
    let fraction = forms.fraction.map { form($0, at: fractionPath) } ?? mixed
    return MoneyRules(
      limit: limit, whole: whole, mixed: mixed, fraction: fraction, path: path,
      fractionPath: fractionPath)
  }

  private mutating func limit(_ text: String, in currency: Currency, at path: String) -> Money {
    let largest = Money(minorUnits: RuleKey.largest, in: currency)
    do {
      let limit = try Money(text, in: currency)
      if limit.minorUnits <= largest.minorUnits { return limit }
      add(.grammar(path, "is beyond \(largest.decimal)", "write a smaller amount"))
    } catch {
      add(.grammar(path, error.description, "write the largest amount as an exact decimal"))
    }
    return Money(minorUnits: 0, in: currency)
  }

  private mutating func form(_ text: String, at path: String) -> [MoneyTerm] {
    do {
      let terms = try MoneyTerm.terms(text)
      if terms.isEmpty { add(.grammar(path, "says nothing", "write major=SET and a unit")) }
      for set in terms.compactMap(\.ruleSet) { require(set, at: path) }
      return terms
    } catch {
      add(.grammar(path, error.problem, error.remedy))
      return []
    }
  }
}

extension MoneyTerm {
  /// Whether the term says something of the fraction.
  fileprivate var saysFraction: Bool {
    switch self {
    case .clip, .major: false
    case .minor, .digits: true
    }
  }
}
