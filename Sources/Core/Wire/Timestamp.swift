/// A moment of the wall clock, exact to the millisecond.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Int64

  /// Takes a moment.
  ///
  /// - Parameter milliseconds: Milliseconds since 1970-01-01T00:00:00Z.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The moment a while later.
  ///
  /// - Parameters:
  ///   - moment: Where to start.
  ///   - duration: How much later; negative for earlier.
  /// - Returns: The later moment.
  public static func + (moment: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(milliseconds: moment.milliseconds + duration.milliseconds)
  }

  /// The moment so long before.
  public static func - (moment: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(milliseconds: moment.milliseconds - duration.milliseconds)
  }

  /// How much later one moment is than another; negative if it is earlier.
  ///
  /// - Parameters:
  ///   - moment: The later moment.
  ///   - other: The earlier one.
  /// - Returns: The time between them.
  public static func - (moment: Timestamp, other: Timestamp) -> Duration {
    .milliseconds(moment.milliseconds - other.milliseconds)
  }
}

// The calendar is counted here, not by Foundation: its ISO 8601 style takes the 30th of February and
// text after the offset, and prints 12:00:00.412 as 12:00:00.411, since it goes through Double.
extension Timestamp: CustomStringConvertible {
  /// Reads a moment as RFC 3339, section 5.6, writes it.
  ///
  /// A space may stand for the `T`, as that section permits. A leap second counts as the second after it. Digits beyond the millisecond are cut off.
  ///
  /// - Parameter text: For example `2026-11-29T12:00:00.412Z` or `2026-11-29T20:00:00+08:00`.
  public init?(_ text: some StringProtocol) {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2),
      scanner.take("-"), let day = scanner.number(2),
      scanner.take("T") || scanner.take("t") || scanner.take(" "),
      let hour = scanner.number(2), scanner.take(":"), let minute = scanner.number(2),
      scanner.take(":"), let second = scanner.number(2),
      let local = Timestamp(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second),
      let fraction = scanner.fraction(), let offset = scanner.offset(), scanner.isAtEnd
    else { return nil }
    milliseconds = local.milliseconds + Int64(fraction - offset * 60_000)
  }

  /// The moment at which clocks in UTC show a date and a time.
  ///
  /// - Parameters:
  ///   - year: The year of the Gregorian calendar.
  ///   - month: 1–12.
  ///   - day: The day of the month.
  ///   - hour: 0–23.
  ///   - minute: 0–59.
  ///   - second: 0–60; a leap second counts as the second after it.
  public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    guard (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day),
      (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
    else { return nil }
    let days = Self.daysSince1970(year: year, month: month, day: day)
    milliseconds = Int64(days * 86_400 + hour * 3600 + minute * 60 + second) * 1000
  }

  /// The moment in UTC as RFC 3339, section 5.6, with milliseconds: `2026-11-29T12:00:00.412Z`.
  public var description: String {
    let milliseconds = Int(milliseconds)
    let rest = (milliseconds % 86_400_000 + 86_400_000) % 86_400_000
    let (year, month, day) = Self.date(daysSince1970: (milliseconds - rest) / 86_400_000)
    var text = Array("0000-00-00T00:00:00.000Z".utf8)
    let fields = [
      (year, 3), (month, 6), (day, 9), (rest / 3_600_000, 12), (rest / 60_000 % 60, 15),
      (rest / 1000 % 60, 18), (rest % 1000, 22),
    ]
    for (value, lastDigit) in fields {
      var (value, place) = (value, lastDigit)
      while value > 0, place >= 0 {
        text[place] = UInt8(ascii: "0") + UInt8(value % 10)
        (value, place) = (value / 10, place - 1)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    month == 2 && isLeap(year) ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Days from 1970-01-01 to a date of the Gregorian calendar.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    // Years begin in March here, so that the leap day is the last day of a year.
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  private static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension Duration {
  /// Whole milliseconds; what is beyond them is cut off.
  public var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

/// Takes the parts of an RFC 3339 moment off a text, from its front.
struct DigitScanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: some StringProtocol) { rest = ArraySlice(text.utf8) }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes a number of exactly `count` digits.
  mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Takes a fraction of a second, if there is one, in milliseconds.
  mutating func fraction() -> Int? {
    guard take(".") else { return 0 }
    var digits: [Int] = []
    while let digit = number(1) { digits.append(digit) }
    guard !digits.isEmpty else { return nil }
    return (digits + [0, 0]).prefix(3).reduce(0) { $0 * 10 + $1 }
  }

  /// Takes the offset from UTC, in minutes.
  mutating func offset() -> Int? {
    if take("Z") || take("z") { return 0 }
    let sign = take("-") ? -1 : take("+") ? 1 : 0
    guard sign != 0, let hours = number(2), take(":"), let minutes = number(2), hours < 24,
      minutes < 60
    else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
