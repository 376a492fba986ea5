import Wire

/// A grammar, read: what ``Speller`` follows and ``ClosureCheck`` proves.
struct GrammarRules: Sendable {
  /// The rule set for plain numbers.
  let numbers: String
  /// The largest plain number.
  let limit: Int
  /// The rule sets by name.
  let sets: [String: RuleSet]
  /// The currencies that amounts are said in.
  let money: [Currency: MoneyRules]
  /// The clips of each sign.
  let signs: [String: [ClipID]]
  /// The phrases.
  let phrases: [Name: PhraseRules]
}
