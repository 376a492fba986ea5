import Wire

/// The form in which a back end writes moments: `yyyy-MM-dd HH:mm:ss`.
///
/// The letters are those of Unicode Technical Standard 35, “Date Field Symbols”, as far as they are needed.
struct TimeForm: Sendable, Hashable, CustomStringConvertible {
  private enum Field: Sendable, Hashable {
    case year, month, monthName, day, hour, halfDayHour, halfDay, minute, second, fraction, offset
  }

  private enum Token: Sendable, Hashable {
    /// A field; digits are exactly so many, or one or two if `nil`.
    case field(Field, digits: Int?)
    case literal(UInt8)
  }

  private static let fields: [String: (Field, Int?)] = [
    "yyyy": (.year, 4), "MM": (.month, 2), "M": (.month, nil), "MMM": (.monthName, nil),
    "dd": (.day, 2), "d": (.day, nil), "HH": (.hour, 2), "H": (.hour, nil),
    "hh": (.halfDayHour, 2), "h": (.halfDayHour, nil), "a": (.halfDay, nil), "mm": (.minute, 2),
    "m": (.minute, nil), "ss": (.second, 2), "s": (.second, nil), "XXX": (.offset, nil),
  ]
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private let tokens: [Token]
  let description: String

  /// Reads a form.
  ///
  /// - Parameter text: For example `dd/MM/yyyy HH:mm`.
  /// - Throws: ``TemplateFault`` if letters are none of those known, or the date is not whole.
  init(_ text: String) throws(TemplateFault) {
    var tokens: [Token] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      // The T of ISO 8601 stands for itself.
      guard isLetter, byte != UInt8(ascii: "T"), byte != UInt8(ascii: "Z") else {
        tokens.append(.literal(byte))
        index += 1
        continue
      }
      let run = bytes[index...].prefix { $0 == byte }
      index += run.count
      let letters = String(decoding: run, as: UTF8.self)
      if byte == UInt8(ascii: "S") {
        tokens.append(.field(.fraction, digits: nil))
      } else if let (field, digits) = Self.fields[letters] {
        tokens.append(.field(field, digits: digits))
      } else {
        throw .badTimeForm(text)
      }
    }
    let kinds = Set(
      tokens.compactMap { if case .field(let field, _) = $0 { field } else { nil } })
    guard kinds.contains(.year), kinds.contains(.day),
      kinds.contains(.month) || kinds.contains(.monthName)
    else { throw .badTimeForm(text) }
    self.tokens = tokens
    description = text
  }

  /// Whether the text itself says which zone it is in.
  var hasOffset: Bool { tokens.contains(.field(.offset, digits: nil)) }

  /// Reads a moment.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - zone: The zone, if the text names none.
  /// - Returns: The moment; `nil` if the text has another form, or no clock of the zone has shown it.
  func read(_ text: String, zone: ZoneRules?) -> Timestamp? {
    var (year, month, day, hour, minute, second) = (0, 1, 1, 0, 0, 0)
    var (milliseconds, offset): (Int, Int?) = (0, nil)
    var isAfternoon: Bool?
    var rest = Array(text.utf8)[...]
    for token in tokens {
      switch token {
      case .literal(let byte):
        guard rest.popFirst() == byte else { return nil }
      case .field(.monthName, _):
        let name = String(decoding: rest.prefix(3), as: UTF8.self).lowercased()
        guard let index = Self.months.firstIndex(of: name) else { return nil }
        (month, rest) = (index + 1, rest.dropFirst(3))
      case .field(.halfDay, _):
        switch String(decoding: rest.prefix(2), as: UTF8.self).lowercased() {
        case "am": isAfternoon = false
        case "pm": isAfternoon = true
        default: return nil
        }
        rest = rest.dropFirst(2)
      case .field(.fraction, _):
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { return nil }
        milliseconds = (digits + [0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
        rest = rest.dropFirst(digits.count)
      case .field(.offset, _):
        guard let minutes = Self.offset(&rest) else { return nil }
        offset = minutes
      case .field(let field, let count):
        guard let number = Self.number(&rest, digits: count) else { return nil }
        switch field {
        case .year: year = number
        case .month: month = number
        case .day: day = number
        case .hour, .halfDayHour: hour = number
        case .minute: minute = number
        default: second = number
        }
      }
    }
    if let isAfternoon {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard rest.isEmpty,
      let local = Timestamp(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    let fraction = Duration.milliseconds(milliseconds)
    if let offset { return local - .seconds(offset * 60) + fraction }
    guard let seconds = zone?.offset(local.milliseconds / 1000) else { return nil }
    return local - .seconds(seconds) + fraction
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int?) -> Int? {
    let found = rest.prefix(digits ?? 2).prefix { (0x30...0x39).contains($0) }
    guard !found.isEmpty, digits == nil || found.count == digits else { return nil }
    rest = rest.dropFirst(found.count)
    return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Takes `Z`, `+08:00`, `+0800` or `+08`, in minutes.
  private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
    switch rest.popFirst() {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"): return 0
    case UInt8(ascii: "+"): return offsetDigits(&rest)
    case UInt8(ascii: "-"): return offsetDigits(&rest).map { -$0 }
    default: return nil
    }
  }

  private static func offsetDigits(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let hours = number(&rest, digits: 2), hours < 24 else { return nil }
    if rest.first == UInt8(ascii: ":") { rest.removeFirst() }
    guard let next = rest.first, (0x30...0x39).contains(next) else { return hours * 60 }
    guard let minutes = number(&rest, digits: 2), minutes < 60 else { return nil }
    return hours * 60 + minutes
  }
}

/// The clocks of a time zone.
public struct ZoneRules: Sendable {
  /// The zone's name.
  public let name: String
  /// How far the zone's clocks are ahead of UTC when they show a time, in seconds.
  ///
  /// The argument counts seconds since 1970 as if the clock showed UTC. Where clocks show a time twice
  /// the smaller offset counts, the later moment, so that nothing expires too soon; `nil` for a time
  /// that they skip.
  let offset: @Sendable (Int64) -> Int?

  /// Makes a zone.
  ///
  /// - Parameters:
  ///   - name: The zone's name.
  ///   - offset: How far its clocks are ahead of UTC when they show a time; both in seconds.
  public init(name: String, offset: @escaping @Sendable (Int64) -> Int?) {
    self.name = name
    self.offset = offset
  }

  /// A zone that is an offset: `UTC`, `Z` or `+08:00`.
  ///
  /// - Parameter name: The offset.
  /// - Returns: The zone; `nil` for any other name.
  public static func fixed(_ name: String) -> ZoneRules? {
    if name == "UTC" || name == "Z" { return ZoneRules(name: name) { _ in 0 } }
    guard let moment = Timestamp("1970-01-01T00:00:00\(name)") else { return nil }
    let seconds = Int(-moment.milliseconds / 1000)
    return ZoneRules(name: name) { _ in seconds }
  }
}
