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
  /// Zeros that the currency does not need are taken where nobody can misread them (`JPY1.00`,
  /// `CNY88.5000`); `JPY1.000` is refused, since that is a thousand in half of the world.
  ///
  /// - Parameters:
  ///   - decimal: The amount in major units.
  ///   - currency: The currency.
  /// - Throws: ``MoneyFault``, which says why; nothing is ever rounded or guessed.
  public init(_ decimal: String, in currency: Currency) throws(MoneyFault) {
    let (whole, fraction) = try Self.split(decimal)
    let digits = currency.fractionDigits
    guard fraction.count <= digits || fraction.count != 3 else {
      throw .fractionTooLong(decimal, currency)
    }
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
    let code = String(decoding: text.utf8.prefix(3), as: UTF8.self)
    guard let currency = Currency(rawValue: code) else { throw .unknownCurrency(code) }
    try self.init(String(decoding: text.utf8.dropFirst(3), as: UTF8.self), in: currency)
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
    let sign = decimal.utf8.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { throw .signed(decimal) }
    let parts = decimal.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2,
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } })
    else { throw .notDecimal(decimal) }
    return (String(Substring(parts[0])), parts.count == 2 ? String(Substring(parts[1])) : "")
  }
}

extension Money: CustomStringConvertible {
  public var description: String { currency.rawValue + decimal }
}

/// A currency by its ISO 4217 code, such as `CNY`.
public struct Currency: RawRepresentable, Sendable, Hashable {
  /// The three capital letters.
  public let rawValue: String

  /// Takes a code if it has the form of one and this project knows its minor unit.
  ///
  /// - Parameter rawValue: Three capital letters.
  public init?(rawValue: String) {
    guard Self.fractionDigits[rawValue] != nil else { return nil }
    self.rawValue = rawValue
  }

  /// How many digits of a fraction amounts in this currency have: 2 for `CNY`, 0 for `JPY`.
  public var fractionDigits: Int { Self.fractionDigits[rawValue] ?? 2 }

  /// How many minor units make one major unit: 100 for `CNY`, 1 for `JPY`.
  public var minorUnitsPerMajor: Int {
    (0..<fractionDigits).reduce(1) { product, _ in product * 10 }
  }

  /// ISO 4217's active currencies with their minor units (list one, 2024).
  ///
  /// `IDR` deviates: ISO gives it two digits, but no sen is in use, and sound boxes take whole rupiah.
  private static let fractionDigits: [String: Int] = {
    var digits: [String: Int] = [:]
    for code in [
      "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD",
      "CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD",
      "GTQ GYD HKD HNL HTG HUF ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL",
      "MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR",
      "PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT",
      "TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD YER ZAR ZMW ZWG",
    ].joined(separator: " ").split(separator: " ") { digits[String(code)] = 2 }
    for code in "BIF CLP DJF GNF IDR ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split(
      separator: " ")
    { digits[String(code)] = 0 }
    for code in "BHD IQD JOD KWD LYD OMR TND".split(separator: " ") { digits[String(code)] = 3 }
    return digits
  }()
}

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

/// A foreign text inside a message of ours: in quotation marks, cut at 64 Unicode scalars.
///
/// Characters are no measure: one of them may be a megabyte of combining marks.
package func quoted(_ text: some StringProtocol) -> String {
  let scalars = text.unicodeScalars
  guard let end = scalars.index(scalars.startIndex, offsetBy: 64, limitedBy: scalars.endIndex),
    end < scalars.endIndex
  else { return "'\(text)'" }
  return "'\(String(String.UnicodeScalarView(scalars[..<end])))…'"
}
