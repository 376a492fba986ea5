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
