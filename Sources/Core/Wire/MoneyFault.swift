/// Why a text is not an amount that could be announced.
///
/// The amount is refused, never guessed: a shop that hears a wrong amount loses more than one that
/// is told to look.
public enum MoneyFault: Error, Equatable, CustomStringConvertible {
  /// Nothing stands where the amount should be.
  case empty
  /// No currency of ISO 4217 has this code.
  case unknownCurrency(String)
  /// The amount has a sign; refunds are announced by a rule of their own.
  case signed(String)
  /// There are thousands separators, an exponent, other digits than 0–9, or no digits at all.
  case notDecimal(String)
  /// The fraction has more digits than the currency.
  case fractionTooLong(String, Currency)
  /// The amount does not fit.
  case tooLarge(String)
  /// Nothing was paid, so there is nothing to announce.
  case nothingPaid

  public var description: String {
    switch self {
    case .empty:
      "the amount is empty"
    case .unknownCurrency(let code):
      "\(quoted(code)) is no ISO 4217 currency code"
    case .signed(let text):
      "\(quoted(text)) has a sign; an announced amount has none"
    case .notDecimal(let text):
      "\(quoted(text)) is no exact decimal (digits 0-9 and one point; no separators, no exponent)"
    case .fractionTooLong(let text, let currency):
      "\(quoted(text)) has more fraction digits than \(currency.rawValue), "
        + "which has \(currency.fractionDigits)"
    case .tooLarge(let text):
      "\(quoted(text)) is too large"
    case .nothingPaid:
      "a payment of zero is not announced"
    }
  }
}

/// A foreign text inside a message of ours: in quotation marks, cut at 64 characters.
func quoted(_ text: some StringProtocol) -> String {
  text.count <= 64 ? "'\(text)'" : "'\(text.prefix(64))…'"
}
