/// One step of a rule: what it says about a number.
enum Term: Hashable, Sendable {
  /// A clip.
  case clip(ClipID)
  /// The clip whose id has the number itself in it, such as `n{}`.
  case counted(prefix: String, suffix: String)
  /// The number divided by the rule's divisor, by a rule set.
  case quotient(String)
  /// What the division leaves, by a rule set.
  case remainder(String)
  /// The same number, by another rule set.
  case value(String)
  /// `[some | none]`: the first if the division leaves something, the second if it does not.
  case branch(some: [Term], none: [Term])

  /// The rule sets that the term names.
  var ruleSets: [String] {
    switch self {
    case .clip, .counted: []
    case .quotient(let set), .remainder(let set), .value(let set): [set]
    case .branch(let some, let none): (some + none).flatMap(\.ruleSets)
    }
  }
}
