import Orders
import ProgramKit
import Voice
import Wire

extension Configuration {
  /// The translator of this box's order messages.
  ///
  /// - Throws: ``Failure`` with code 78 if the default currency is neither set nor the pack's.
  func translator() throws(Failure) -> Translator {
    if let currency { return translator(currency) }
    return translator(try PackFiles(folder: try PackFolder.find(pack, sounds: sounds)).currency())
  }

  /// The translator with a default currency for amounts that come without one.
  func translator(_ defaultCurrency: Currency) -> Translator {
    Translator(topics: topics, rules: rules, defaultCurrency: currency ?? defaultCurrency)
  }
}

extension PackFiles {
  /// The currency of the pack's locale.
  func currency() throws(Failure) -> Currency {
    guard let currency = Currency(rawValue: manifest.currency) else {
      throw Failure(
        .configuration, "\(folder)/pack.json: currency: '\(manifest.currency)' is not an ISO 4217 code")
    }
    return currency
  }
}
