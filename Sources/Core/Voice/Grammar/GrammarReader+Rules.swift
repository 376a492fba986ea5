import Wire

extension GrammarReader {
  /// Reads all rule sets, each with the rules that it inherits.
  mutating func ruleSets() -> [String: RuleSet] {
    var sets: [String: RuleSet] = [:]
    for name in grammar.rules.keys { sets[name] = ruleSet(name) }
    return sets
  }

  private mutating func ruleSet(_ name: String) -> RuleSet {
    var exact: [Int: Rule] = [:]
    var ranges: [Int: Rule] = [:]
    for owner in lineage(of: name) {
      for (key, text, path) in entries(of: owner, for: name) {
        let isTaken = key.isExact ? exact[key.base] != nil : ranges[key.base] != nil
        if isTaken { continue }
        let terms = terms(text, at: path, in: name, divides: key.divisor > 1)
        let rule = Rule(base: key.base, divisor: key.divisor, terms: terms, path: path)
        if key.isExact { exact[key.base] = rule } else { ranges[key.base] = rule }
      }
    }
    return RuleSet(exact: Array(exact.values), ranges: Array(ranges.values))
  }

  /// The rule set and those it extends, nearest first.
  private mutating func lineage(of name: String) -> [String] {
    var lineage = [name]
    while let last = lineage.last, let parent = grammar.rules[last]?["extends"] {
      let path = "rules.\(last).extends"
      require(parent, at: path)
      if lineage.contains(parent) {
        add(.grammar(path, "extends itself through '\(parent)'", "break the circle"))
        break
      }
      lineage.append(parent)
    }
    return lineage
  }

  /// The rules that stand in a set itself and whose option is on; those with an option first.
  private mutating func entries(
    of owner: String, for name: String
  ) -> [(key: RuleKey, text: String, path: String)] {
    var entries: [(key: RuleKey, text: String, path: String)] = []
    for (text, words) in grammar.rules[owner] ?? [:] where text != "extends" {
      let path = "rules.\(owner).\(text)"
      guard let key = RuleKey(text) else {
        add(
          .grammar(path, "is no key of a rule", "write 100, 100! (100 alone) or 100?option"))
        continue
      }
      guard let option = key.option else {
        entries.append((key, words, path))
        continue
      }
      guard let isOn = options[option] else {
        add(
          .grammar(path, "there is no option '\(option)'", "add it to the options of pack.json"))
        continue
      }
      if isOn { entries.append((key, words, path)) }
    }
    return entries.sorted { $0.key.option != nil && $1.key.option == nil }
  }
}

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
