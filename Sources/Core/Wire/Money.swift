/// An amount of money, exact, as a whole number of its currency's smallest unit.
///
///     try Money("88.50", in: cny).minorUnits  // 8850
public struct Money: Sendable, Hashable {
  /// The currency.
  public let currency: Currency
  /// The amount in the currency's smallest unit (fen, cents); never negative.
  public let minorUnits: Int

  /// Takes an amount in minor units.
  ///
  /// - Parameters:
  ///   - minorUnits: The amount, not negative.
  ///   - currency: The currency.
  public init(minorUnits: Int, in currency: Currency) {
    precondition(minorUnits >= 0, "an announced amount is never negative")
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// Reads an exact decimal: digits, then a point and digits if there is a fraction.
  ///
  /// Zeros that the currency does not need are taken where nobody can misread them (`JPY1.00`, one or
  /// two of them); `JPY1.000` is refused, since that is a thousand in half of the world.
  ///
  /// - Parameters:
  ///   - decimal: The amount in major units.
  ///   - currency: The currency.
  /// - Throws: ``MoneyFault``, which says what stands in the way; nothing is ever rounded or guessed.
  public init(_ decimal: String, in currency: Currency) throws(MoneyFault) {
    let (whole, fraction) = try Self.split(decimal)
    let digits = currency.fractionDigits
    guard fraction.count <= max(digits, 2) else { throw .fractionTooLong(decimal, currency) }
    guard fraction.dropFirst(digits).allSatisfy({ $0 == "0" }) else {
      throw .fractionTooLong(decimal, currency)
    }
    let padded =
      fraction.prefix(digits) + String(repeating: "0", count: max(0, digits - fraction.count))
    guard let minorUnits = Int(whole + padded) else { throw .tooLarge(decimal) }
    self.init(minorUnits: minorUnits, in: currency)
  }

  /// Reads a currency's code with the amount behind it, such as `CNY88.50`.
  ///
  /// - Parameter text: The code, then the exact decimal.
  /// - Throws: ``MoneyFault``.
  public init(_ text: some StringProtocol) throws(MoneyFault) {
    guard let currency = Currency(rawValue: String(text.prefix(3))) else {
      throw .unknownCurrency(String(text.prefix(3)))
    }
    try self.init(String(text.dropFirst(3)), in: currency)
  }

  /// The amount without its fraction, in major units.
  public var majorUnits: Int { minorUnits / currency.minorUnitsPerMajor }

  /// The fraction alone, in minor units.
  public var fraction: Int { minorUnits % currency.minorUnitsPerMajor }

  /// The amount as an exact decimal with all digits of its fraction, such as `88.50`.
  public var decimal: String {
    guard currency.fractionDigits > 0 else { return String(minorUnits) }
    let fraction = String(fraction)
    let zeros = String(repeating: "0", count: currency.fractionDigits - fraction.count)
    return "\(majorUnits).\(zeros)\(fraction)"
  }

  private static func split(_ decimal: String) throws(MoneyFault) -> (String, String) {
    guard !decimal.isEmpty else { throw .empty }
    if decimal.hasPrefix("-") || decimal.hasPrefix("+") { throw .signed(decimal) }
    let parts = decimal.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { throw .notDecimal(decimal) }
    return (String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
  }
}

extension Money: CustomStringConvertible {
  public var description: String { currency.rawValue + decimal }
}
