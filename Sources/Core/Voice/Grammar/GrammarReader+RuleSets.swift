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
