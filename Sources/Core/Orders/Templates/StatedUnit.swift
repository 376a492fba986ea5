import Wire

/// What a message says about the unit of an amount: members beside it, in a `currency` beside it, or in
/// those at the top.
struct StatedUnit {
  /// The names under which back ends state the digits of minor units.
  private static let exponentKeys = [
    "exponent", "currencyExponent", "currency_exponent", "minorUnit", "minor_unit", "minorUnits",
    "decimalPlaces", "decimal_places",
  ]
  /// The names under which they state a currency.
  private static let currencyKeys = ["currency", "currencyCode", "currency_code"]

  /// The digits of minor units, if the message states them.
  private(set) var exponent: Int?
  /// The currency that stands beside the amount, if one does.
  private(set) var currency: Currency?

  /// Looks beside the value at a path.
  init(beside path: FieldPath, in scope: Scope) {
    guard let parent = path.parent else { return }
    let siblings = scope.value(at: parent, root: path.root)?.object
    if let siblings {
      currency = Self.currency(in: siblings)
      exponent = Self.exponent(in: siblings)
    }
    if exponent == nil, let top = scope.message.object { exponent = Self.exponent(in: top) }
  }

  private static func exponent(in object: JSONObject) -> Int? {
    for key in exponentKeys {
      if let text = object[key]?.text, let exponent = Int(text), (0...8).contains(exponent) {
        return exponent
      }
    }
    guard let currency = object["currency"]?.object else { return nil }
    return exponent(in: currency)
  }

  private static func currency(in object: JSONObject) -> Currency? {
    for key in currencyKeys {
      if let text = object[key]?.text, let currency = Currency(rawValue: text.uppercased()) {
        return currency
      }
    }
    return nil
  }
}
