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
