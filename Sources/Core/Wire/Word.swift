/// One word of a sound command: a name that the pack knows, or a value that its grammar spells.
public enum Word: Sendable, Hashable {
  /// A phrase or sound of the pack, such as `order.new`.
  case name(Name)
  /// A cardinal number.
  case number(Int)
  /// Signs said one by one; ASCII letters, digits and hyphens.
  case code(String)
  /// An amount.
  case money(Money)
  /// Silence, in milliseconds, 2000 at most.
  case pause(Int)
  /// Free text for a speech synthesizer.
  case text(String)

  /// The longest pause, in milliseconds.
  public static let longestPause = 2000

  /// Reads one word.
  ///
  /// - Parameter word: The word, without spaces around it.
  /// - Throws: ``WordFault``.
  public init(_ word: some StringProtocol) throws(WordFault) {
    guard !word.isEmpty else { throw .empty }
    guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      guard let name = Name(rawValue: String(word)) else { throw .notName }
      self = .name(name)
      return
    }
    // Bytes, not characters: a mark that combines with the colon belongs to the value.
    let value = String(decoding: word.utf8[word.utf8.index(after: colon)...], as: UTF8.self)
    switch String(decoding: word.utf8[..<colon], as: UTF8.self) {
    case "number": self = .number(try Self.integer(value))
    case "code": self = .code(try Self.signs(value))
    case "money":
      do { self = .money(try Money(value)) } catch { throw .money(error) }
    case "pause":
      let milliseconds = try Self.integer(value)
      guard milliseconds <= Self.longestPause else { throw .pauseTooLong(milliseconds) }
      self = .pause(milliseconds)
    case "text": self = .text(try PercentEncoding.decode(value))
    case let kind: throw .unknownKind(kind)
    }
  }

  /// Whether this names a payment, for which an amount of zero is refused.
  var isPayment: Bool {
    if case .name(let name) = self { name.rawValue.hasPrefix("payment.") } else { false }
  }

  private static func integer(_ text: String) throws(WordFault) -> Int {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw .notWholeNumber(text)
    }
    guard let number = Int(text) else { throw .tooLarge(text) }
    return number
  }

  private static func signs(_ text: String) throws(WordFault) -> String {
    guard !text.isEmpty else { throw .noSigns }
    for scalar in text.unicodeScalars {
      guard scalar.isASCII, scalar.properties.isAlphabetic || scalar == "-" || ("0"..."9" ~= scalar)
      else { throw .notSign(String(scalar)) }
    }
    return text
  }
}

extension Word: CustomStringConvertible {
  /// The word as a command writes it.
  public var description: String {
    switch self {
    case .name(let name): name.rawValue
    case .number(let number): "number:\(number)"
    case .code(let signs): "code:\(signs)"
    case .money(let money): "money:\(money)"
    case .pause(let milliseconds): "pause:\(milliseconds)"
    case .text(let text): "text:\(PercentEncoding.encode(text))"
    }
  }
}

/// The name of a phrase or sound in a sound command, such as `payment.alipay`.
public struct Name: RawRepresentable, Sendable, Hashable {
  /// The name as it is written.
  public let rawValue: String

  /// Takes a name of the protocol's form: lower-case letters and digits in parts joined by `.`, `-` or
  /// `_`, a letter first.
  ///
  /// - Parameter rawValue: The name.
  public init?(rawValue: String) {
    var previous: UInt8 = UInt8(ascii: ".")
    for (index, byte) in rawValue.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): break
      case UInt8(ascii: "0")...UInt8(ascii: "9"): if index == 0 { return nil }
      case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
        if Self.joins(previous) { return nil }
      default: return nil
      }
      previous = byte
    }
    if Self.joins(previous) { return nil }
    self.rawValue = rawValue
  }

  private static func joins(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
