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
