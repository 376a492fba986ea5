/// One rule of a rule set, read.
struct Rule: Hashable, Sendable {
  /// The number from which on, or for which alone, the rule applies.
  let base: Int
  /// What the rule divides its number by.
  let divisor: Int
  /// What the rule says.
  let terms: [Term]
  /// Where the rule stands in `grammar.json`.
  let path: String
}
