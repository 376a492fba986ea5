public import Wire

/// Changes a value before it fills a template: `{amount_fen:minor CNY}`.
public enum Filter: Sendable, Hashable {
  /// Whole minor units become an exact decimal in major units: 8850 fen are 88.50 yuan.
  case minor(Currency)
  /// The last characters only, such as the end of a telephone number.
  case last(Int)
  /// What stands between a beginning and an end, both of which must be there: `inside {$*}`.
  case inside(prefix: String, suffix: String)
  /// A negative amount without its sign, for refunds; an amount without a sign is refused.
  case negated

  /// Reads a filter's name and argument.
  ///
  /// - Parameter text: For example `last 4`.
  /// - Throws: ``TemplateFault``.
  init(_ text: String) throws(TemplateFault) {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    switch (words.first, words.dropFirst().first) {
    case ("minor", let code?):
      guard let currency = Currency(rawValue: code) else { throw .unknownCurrency(code) }
      self = .minor(currency)
    case ("last", let digits?):
      guard let count = Int(digits), count > 0 else { throw .unknownFilter(text) }
      self = .last(count)
    case ("inside", let pattern?):
      let ends = pattern.split(separator: "*", omittingEmptySubsequences: false)
      guard ends.count == 2 else { throw .unknownFilter(text) }
      self = .inside(prefix: String(ends[0]), suffix: String(ends[1]))
    case ("negated", nil):
      self = .negated
    default:
      throw .unknownFilter(text)
    }
  }

  /// Applies the filter.
  ///
  /// - Parameters:
  ///   - text: The value's text.
  ///   - path: Where it stood, for the refusal.
  /// - Returns: The text to put into the template.
  /// - Throws: `Refusal` if the value does not have the form that the filter needs.
  func apply(to text: String, at path: FieldPath) throws(Refusal) -> String {
    switch self {
    case .minor(let currency):
      guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let minorUnits = Int(text)
      else {
        throw Refusal(
          path.description, "'\(text.prefix(64))' is not a whole number of minor units")
      }
      return Money(minorUnits: minorUnits, in: currency).decimal
    case .last(let count):
      return String(text.suffix(count))
    case .inside(let prefix, let suffix):
      guard text.hasPrefix(prefix), text.hasSuffix(suffix),
        text.count >= prefix.count + suffix.count
      else {
        throw Refusal(
          path.description, "'\(text.prefix(64))' does not have the form \(prefix)*\(suffix)")
      }
      return String(text.dropFirst(prefix.count).dropLast(suffix.count))
    case .negated:
      guard text.hasPrefix("-") else {
        throw Refusal(path.description, "'\(text.prefix(64))' is not negative")
      }
      return String(text.dropFirst())
    }
  }
}
