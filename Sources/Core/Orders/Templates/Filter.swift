import Wire

/// Changes a value before it fills a template: `{amount_fen:minor CNY}`.
enum Filter: Sendable {
  /// Whole minor units become an exact decimal in major units: 8850 fen are 88.50 yuan.
  case minor(MinorUnits)
  /// An amount in major units, with or without a fraction.
  case major
  /// An exact decimal whose digits are grouped by a sign.
  case grouped(UInt8)
  /// A negative amount without its sign, for refunds; an amount without a sign is refused.
  case negated
  /// A moment in a form of its own becomes RFC 3339.
  case time(TimeForm, ZoneRules?)
  /// Seconds since 1970, with or without a fraction, become RFC 3339.
  case seconds
  /// Milliseconds since 1970 become RFC 3339.
  case milliseconds
  /// ASCII letters become capitals.
  case upper
  /// ASCII capitals become small letters.
  case lower
  /// What a table of the rule says.
  case map(ValueMap)
  /// The first characters only.
  case first(Int)
  /// The last characters only, such as the end of a telephone number.
  case last(Int)
  /// What stands between a beginning and an end, both of which must be there: `inside {$*}`.
  case inside(prefix: [UInt8], suffix: [UInt8])

  /// Where a value stands.
  struct Place {
    let path: FieldPath
    let scope: Scope
    /// The currency of the amount that is filled in, if it is one.
    let currency: Currency?

    func refusal(_ fault: String) -> Refusal { Refusal(path.description, fault) }
  }

  /// Applies the filter.
  ///
  /// - Parameters:
  ///   - text: The value's text.
  ///   - place: Where it stood.
  /// - Returns: The text to put into the template.
  /// - Throws: `Refusal` if the value does not have the form that the filter needs.
  func apply(to text: String, at place: Place) throws(Refusal) -> String {
    switch self {
    case .minor(let units):
      return try units.decimal(text, at: place)
    case .major:
      return text
    case .grouped(let separator):
      guard let decimal = GroupedDecimal.read(text, separator: separator) else {
        throw place.refusal("\(quoted(text)) is no decimal with its digits grouped in threes")
      }
      return decimal
    case .negated:
      guard text.utf8.first == UInt8(ascii: "-") else {
        throw place.refusal("\(quoted(text)) is not negative")
      }
      return String(decoding: text.utf8.dropFirst(), as: UTF8.self)
    case .time(let form, let zone):
      guard let moment = form.read(text, zone: zone) else {
        throw place.refusal("\(quoted(text)) does not have the form \(form.description)")
      }
      return moment.description
    case .seconds: return try Self.moment(text, digits: 3, at: place)
    case .milliseconds: return try Self.moment(text, digits: 0, at: place)
    case .upper: return Self.mapped(text, from: 0x61...0x7A, by: { $0 - 0x20 })
    case .lower: return Self.mapped(text, from: 0x41...0x5A, by: { $0 + 0x20 })
    case .map(let map):
      guard let mapped = map.text(for: text) else {
        throw place.refusal("\(quoted(text)) is not in the table")
      }
      return mapped
    case .first(let count):
      return String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    case .last(let count):
      return String(String.UnicodeScalarView(text.unicodeScalars.suffix(count)))
    case .inside(let prefix, let suffix):
      let bytes = Array(text.utf8)
      guard bytes.starts(with: prefix), bytes.suffix(suffix.count).elementsEqual(suffix),
        bytes.count >= prefix.count + suffix.count
      else {
        let form =
          String(decoding: prefix, as: UTF8.self) + "*" + String(decoding: suffix, as: UTF8.self)
        throw place.refusal("\(quoted(text)) does not have the form \(form)")
      }
      return String(
        decoding: bytes.dropFirst(prefix.count).dropLast(suffix.count), as: UTF8.self)
    }
  }

  private static func mapped(
    _ text: String, from range: ClosedRange<UInt8>, by change: (UInt8) -> UInt8
  ) -> String {
    String(decoding: text.utf8.map { range.contains($0) ? change($0) : $0 }, as: UTF8.self)
  }

  /// Reads a count since 1970 of which `digits` digits of the fraction make it milliseconds.
  private static func moment(_ text: String, digits: Int, at place: Place) throws(Refusal) -> String
  {
    guard let decimal = ExactDecimal(text), !decimal.isNegative,
      let whole = Int64(
        decimal.whole.isEmpty ? "0" : String(decoding: decimal.whole, as: UTF8.self)),
      whole < 100_000_000_000_000
    else { throw place.refusal("\(quoted(text)) is no count of time since 1970") }
    var fraction: Int64 = 0
    var scale: Int64 = 1
    for index in 0..<digits {
      let digit = index < decimal.fraction.count ? Int64(decimal.fraction[index] - 0x30) : 0
      (fraction, scale) = (fraction * 10 + digit, scale * 10)
    }
    guard whole < 253_402_300_800_000 / scale else {
      throw place.refusal("\(quoted(text)) is beyond the year 9999")
    }
    return Timestamp(milliseconds: whole * scale + fraction).description
  }
}

extension Filter {
  /// Reads a filter's name and arguments.
  ///
  /// - Parameters:
  ///   - text: For example `last 4`.
  ///   - parameters: What maps and time zones stand for.
  /// - Throws: ``TemplateFault``.
  init(_ text: String, _ parameters: RuleParameters) throws(TemplateFault) {
    guard let pieces = Quoted.split(text, at: " ", limit: 1) else { throw .unbalanced(text) }
    let argument = pieces.count == 2 ? pieces[1] : nil
    switch (pieces[0], argument) {
    case ("minor", let argument):
      self = .minor(try MinorUnits(argument))
    case ("major", nil): self = .major
    case ("grouped", let argument?):
      let sign = Array(Quoted.unquoted(argument).utf8)
      guard sign.count == 1, [0x2C, 0x2E, 0x20, 0x27].contains(sign[0]) else {
        throw .unknownFilter(text)
      }
      self = .grouped(sign[0])
    case ("negated", nil): self = .negated
    case ("time", let argument?): self = try Self.time(argument, parameters)
    case ("seconds", nil): self = .seconds
    case ("milliseconds", nil): self = .milliseconds
    case ("upper", nil): self = .upper
    case ("lower", nil): self = .lower
    case ("map", let name?):
      guard let map = parameters.maps[name] else { throw .unknownMap(name) }
      self = .map(map)
    case ("first", let digits?): self = .first(try Self.count(digits, text))
    case ("last", let digits?): self = .last(try Self.count(digits, text))
    case ("inside", let pattern?):
      let ends = Array(Quoted.unquoted(pattern).utf8)
        .split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
      guard ends.count == 2 else { throw .unknownFilter(text) }
      self = .inside(prefix: Array(ends[0]), suffix: Array(ends[1]))
    default:
      throw .unknownFilter(text)
    }
  }

  private static func count(_ digits: String, _ text: String) throws(TemplateFault) -> Int {
    guard let count = Int(digits), count > 0 else { throw .unknownFilter(text) }
    return count
  }

  private static func time(
    _ argument: String, _ parameters: RuleParameters
  ) throws(TemplateFault) -> Filter {
    guard let words = Quoted.split(argument, at: " ") else { throw .unbalanced(argument) }
    let form = try TimeForm(Quoted.unquoted(words[0]))
    guard words.count <= 2 else {
      throw .badTimeForm(argument)
    }
    if words.count == 2 {
      let name = Quoted.unquoted(words[1])
      guard let zone = parameters.zone(name) else { throw .unknownZone(name) }
      return .time(form, zone)
    }
    guard form.hasOffset || parameters.timeZone != nil else { throw .noZone(form.description) }
    return .time(form, parameters.timeZone)
  }
}
