import Wire

/// The file `grammar.json` of a voice pack, as it is written: how numbers, amounts, codes and phrases
/// become clips.
///
/// The article “The grammar of a pack” explains the language of its rules.
public struct Grammar: Sendable, Hashable, Decodable {
  /// How whole numbers are said.
  public var numbers: Numbers
  /// The rule sets by name; in each, words by key: `"100": "< hundred [>]"`.
  public var rules: [String: [String: String]]
  /// How amounts are said, by ISO 4217 code.
  public var money: [String: MoneyForms]
  /// The clips of the signs of codes: `A`–`Z`, `0`–`9` and `-`.
  public var signs: [String: String]
  /// The phrases by name; a name that is no phrase plays the clip of that id.
  public var phrases: [String: Phrase]

  private enum CodingKeys: String, CodingKey {
    case numbers, rules, money, signs, phrases
  }

  /// How whole numbers are said.
  public struct Numbers: Sendable, Hashable, Decodable {
    /// The rule set.
    public var rules: String
    /// The largest number that is said.
    public var limit: Int

    private enum CodingKeys: String, CodingKey {
      case rules, limit
    }
  }

  /// How amounts of one currency are said.
  public struct MoneyForms: Sendable, Hashable, Decodable {
    /// The largest amount that is said, as an exact decimal.
    public var limit: String
    /// An amount without a fraction.
    public var whole: String
    /// An amount with a fraction; absent where the currency has none.
    public var mixed: String?
    /// An amount below one major unit; ``mixed`` if absent.
    public var fraction: String?

    private enum CodingKeys: String, CodingKey {
      case limit, whole, mixed, fraction
    }
  }

  /// A phrase, and what it makes of the values that follow it.
  public struct Phrase: Sendable, Hashable, Decodable {
    /// The clips of the phrase itself.
    public var clips: String
    /// The first number after it, such as `=cardinal hao`.
    public var number: String?
    /// The first code after it, such as `=signs hao`.
    public var code: String?
    /// The first amount after it, such as `together =money`.
    public var money: String?

    private enum CodingKeys: String, CodingKey {
      case clips, number, code, money
    }
  }
}

/// A phrase, read: its clips, and what it makes of the values that follow it.
struct PhraseRules: Sendable {
  /// The clips of the phrase itself.
  let clips: [ClipID]
  /// What says the first number after it; `nil`: as any number.
  let number: [Term]?
  /// What stands around the first code after it.
  let code: Frame
  /// What stands around the first amount after it.
  let money: Frame

  /// Clips before and after a value.
  struct Frame: Sendable {
    let before: [ClipID]
    let after: [ClipID]

    /// Nothing around the value.
    static let none = Frame(before: [], after: [])

    func around(_ value: [ClipID]) -> [ClipID] { before + value + after }
  }
}

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
  /// The currency's place in `grammar.json`.
  let path: String
  /// Where the form of ``fraction`` stands.
  let fractionPath: String

  /// The form for an amount.
  func form(for money: Money) -> [MoneyTerm] {
    if money.fraction == 0 { whole } else if money.majorUnits == 0 { fraction } else { mixed }
  }
}

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

/// A rule set, read: which rule applies to which number.
struct RuleSet: Sendable {
  /// Rules for one number each, by that number.
  private let exact: [Int: Rule]
  /// The other rules, lowest base first.
  private let ranges: [Rule]

  init(exact: [Rule], ranges: [Rule]) {
    self.exact = Dictionary(exact.map { ($0.base, $0) }) { first, _ in first }
    self.ranges = ranges.sorted { $0.base < $1.base }
  }

  /// The rule that applies to a number.
  func rule(for number: Int) -> Rule? {
    exact[number] ?? ranges.last { $0.base <= number }
  }

  /// The parts of an interval to each of which one rule applies, or none.
  func parts(of interval: ClosedRange<Int>) -> [(interval: ClosedRange<Int>, rule: Rule?)] {
    // A new part begins at each rule's base and behind each exact number.
    let starts = ranges.map(\.base) + exact.keys + exact.keys.map { $0 + 1 } + [interval.lowerBound]
    let inside = Set(starts).filter { interval.contains($0) }.sorted()
    let ends = inside.dropFirst().map { $0 - 1 } + [interval.upperBound]
    return zip(inside, ends).map { ($0...$1, rule(for: $0)) }
  }
}

/// One rule of a rule set, read.
struct Rule: Hashable, Sendable {
  /// The number from which on, or for which alone, the rule applies.
  let base: Int
  /// What the rule divides its number by.
  let divisor: Int
  /// What the rule says.
  let terms: [Term]
  /// The rule's place in `grammar.json`.
  let path: String
}

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
