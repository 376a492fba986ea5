import Wire

/// How many minor units make a major one, as a rule says it.
enum MinorUnits: Sendable, Hashable {
  /// As the message says: by its exponent, or by the currency that it names.
  case ofMessage
  /// By a count of digits.
  case digits(Int)
  /// By one currency, which the message must name too if it names any.
  case currency(Currency)
  /// By the exponent at a path of the message.
  case exponent(FieldPath)
  /// By the currency, as one provider counts.
  case provider(Provider)

  /// A provider whose minor units are not all those of ISO 4217.
  enum Provider: String, Sendable {
    case stripe, adyen

    /// The digits of the currencies in which the provider deviates from two.
    ///
    /// Sources: docs.stripe.com/currencies, “Zero-decimal currencies”, “Special cases” and
    /// “Three-decimal currencies”; docs.adyen.com/development-resources/currency-codes.
    private static let digits: [Provider: [String: Int]] = [
      .stripe: table(
        whole: "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF",
        thousandths: "BHD JOD KWD OMR TND"),
      .adyen: table(
        whole: "CVE DJF GNF IDR JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
        thousandths: "BHD IQD JOD KWD LYD OMR TND"),
    ]

    private static func table(whole: String, thousandths: String) -> [String: Int] {
      var digits: [String: Int] = [:]
      for code in whole.split(separator: " ") { digits[String(code)] = 0 }
      for code in thousandths.split(separator: " ") { digits[String(code)] = 3 }
      return digits
    }

    /// How many digits the provider counts in a currency.
    func digits(of currency: Currency) -> Int { Self.digits[self]?[currency.rawValue] ?? 2 }
  }

  /// The most digits that a fraction of money has anywhere.
  private static let mostDigits = 8

  /// Reads the argument of the filter `minor`.
  ///
  /// - Parameter argument: Nothing, digits, a currency, a path in braces, or a provider.
  /// - Throws: ``TemplateFault``.
  init(_ argument: String?) throws(TemplateFault) {
    guard let argument else {
      self = .ofMessage
      return
    }
    if let digits = Int(argument) {
      guard (0...Self.mostDigits).contains(digits) else {
        throw .unknownFilter("minor \(argument)")
      }
      self = .digits(digits)
    } else if let provider = Provider(rawValue: argument) {
      self = .provider(provider)
    } else if argument.utf8.first == UInt8(ascii: "{"), argument.utf8.last == UInt8(ascii: "}") {
      let text = String(decoding: argument.utf8.dropFirst().dropLast(), as: UTF8.self)
      guard let path = FieldPath(text) else { throw .badPath(text) }
      self = .exponent(path)
    } else {
      guard let currency = Currency(rawValue: argument) else { throw .unknownCurrency(argument) }
      self = .currency(currency)
    }
  }

  /// Turns whole minor units into an exact decimal in major units.
  ///
  /// - Parameters:
  ///   - text: The digits.
  ///   - place: Where they stand, and the currency of the amount.
  /// - Returns: The decimal, without trailing zeros.
  /// - Throws: `Refusal` if it is no whole number, or if rule and message do not agree on the unit.
  func decimal(_ text: String, at place: Filter.Place) throws(Refusal) -> String {
    let hasSign = text.utf8.first == UInt8(ascii: "-")
    let digits = Array(hasSign ? text.utf8.dropFirst() : text.utf8[...])
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw place.refusal("\(quoted(text)) is not a whole number of minor units")
    }
    let count = try count(at: place)
    let padded = [UInt8](repeating: 0x30, count: max(0, count + 1 - digits.count)) + digits
    let whole = padded.dropLast(count)
    var fraction = padded.suffix(count)
    while fraction.last == 0x30 { fraction.removeLast() }
    let decimal =
      (hasSign ? [UInt8(ascii: "-")] : []) + whole
      + (fraction.isEmpty ? [] : [UInt8(ascii: ".")] + fraction)
    return String(decoding: decimal, as: UTF8.self)
  }

  private func count(at place: Filter.Place) throws(Refusal) -> Int {
    let stated = StatedUnit(beside: place.path, in: place.scope)
    let count = try ownCount(at: place, stated)
    if let exponent = stated.exponent, exponent != count {
      throw place.refusal(
        "the rule counts \(count) digits of minor units, and the message says \(exponent)")
    }
    return count
  }

  private func ownCount(at place: Filter.Place, _ stated: StatedUnit) throws(Refusal) -> Int {
    switch self {
    case .digits(let count): return count
    case .currency(let currency):
      if let own = place.currency, own != currency {
        throw place.refusal(
          "the rule counts minor units of \(currency.rawValue), and the amount is in \(own.rawValue)"
        )
      }
      return currency.fractionDigits
    case .exponent(let path):
      guard let text = place.scope.present(at: path)?.text, let count = Int(text),
        (0...Self.mostDigits).contains(count)
      else {
        throw Refusal(path.description, "a count of digits from 0 to \(Self.mostDigits) is wanted")
      }
      return count
    case .provider(let provider):
      guard let currency = place.currency else {
        throw place.refusal("the currency of these minor units is not known")
      }
      return provider.digits(of: currency)
    case .ofMessage:
      if let exponent = stated.exponent { return exponent }
      guard let currency = place.currency else {
        throw place.refusal("the currency of these minor units is not known")
      }
      guard currency.rawValue != "IDR" else {
        throw place.refusal(
          "providers do not agree on the minor unit of IDR; write minor 0 or minor 2 into the rule")
      }
      return currency.fractionDigits
    }
  }
}
