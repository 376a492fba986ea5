public import Wire

/// A sound command resolved against a pack: what to play, in order, with the silence between.
public struct Script: Sendable, Hashable {
  /// One thing to play.
  public enum Element: Sendable, Hashable {
    /// A clip of the pack, whole.
    case clip(ClipID)
    /// A free text, which no clips say: it is to be synthesized.
    case speech(String)
    /// Silence.
    case silence(milliseconds: Int)
  }

  /// What to play, in order.
  public let elements: [Element]
  /// The words that are said, as a screen would show them.
  public let spoken: String
  /// The free texts of the command that are not said.
  public let leftOut: [String]

  /// The clips alone, in order.
  public var clips: [ClipID] {
    elements.compactMap { element in
      if case .clip(let id) = element { id } else { nil }
    }
  }
}

/// Why a pack cannot say a command; the command is then not begun at all.
public enum ScriptFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The pack has neither a phrase nor a clip of this name.
  case unknownName(Name, pack: String)
  /// The number is beyond what the pack's grammar says.
  case numberTooLarge(Int, limit: Int)
  /// The pack says no amounts in this currency.
  case currencyNotSpoken(Currency, spoken: [String])
  /// The amount is beyond what the pack's grammar says.
  case amountTooLarge(Money, limit: Money)
  /// The pack has no clip for this sign of a code.
  case unknownSign(String, pack: String)
  /// The command has no clips, so that it cannot be written as names.
  case nothingToExpand
  /// The command becomes too long when it is written as names.
  case expansion(SoundCommandFault)

  public var description: String {
    switch self {
    case .unknownName(let name, let pack):
      "the pack \(pack) has neither a phrase nor a clip '\(name.rawValue)'; "
        + "send a name that it has, or add it to the pack"
    case .numberTooLarge(let number, let limit):
      "number \(number) is beyond this pack's limit, \(limit); send it as a code"
    case .currencyNotSpoken(let currency, let spoken):
      "this pack says no amounts in \(currency.rawValue), only in "
        + "\(spoken.joined(separator: ", ")); use a pack that does, or add the currency to its grammar"
    case .amountTooLarge(let money, let limit):
      "\(money) is beyond this pack's limit, \(limit); check the amount at its source"
    case .unknownSign(let sign, let pack):
      "the pack \(pack) has no clip for the sign '\(sign)'; leave it out of the code, "
        + "or add it to the pack"
    case .nothingToExpand:
      "no word of the command becomes a clip; send it unexpanded"
    case .expansion(let fault):
      "written as names alone the command is not valid: \(fault); send it unexpanded"
    }
  }
}
