/// One step of the form of an amount, such as `major=cardinal` or `dot`.
enum MoneyTerm: Hashable, Sendable {
  /// A clip.
  case clip(ClipID)
  /// The amount without its fraction, by a rule set.
  case major(String)
  /// The fraction in minor units, by a rule set.
  case minor(String)
  /// The digits of the fraction one by one, without zeros at its end, by a rule set.
  case digits(String)

  /// Reads a form.
  static func terms(_ text: String) throws(TermFault) -> [MoneyTerm] {
    var terms: [MoneyTerm] = []
    for token in text.split(separator: " ") { terms.append(try term(token)) }
    return terms
  }

  private static func term(_ token: Substring) throws(TermFault) -> MoneyTerm {
    let halves = token.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if halves.count == 1, let id = ClipID(rawValue: String(token)) { return .clip(id) }
    let set = halves.count == 2 ? String(halves[1]) : ""
    switch halves[0] {
    case "major" where !set.isEmpty: return .major(set)
    case "minor" where !set.isEmpty: return .minor(set)
    case "digits" where !set.isEmpty: return .digits(set)
    default:
      throw TermFault(
        problem: "'\(token)' is neither a clip id nor major=, minor= or digits= with a rule set",
        remedy: "write one of these")
    }
  }

  /// The rule set that the term names.
  var ruleSet: String? {
    switch self {
    case .clip: nil
    case .major(let set), .minor(let set), .digits(let set): set
    }
  }
}
