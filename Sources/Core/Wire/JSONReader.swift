/// Reads one JSON text strictly (RFC 8259), and refuses what two readers could understand in two ways.
///
/// Beyond the grammar it refuses a key that stands twice in one object, a byte order mark, UTF-16,
/// invalid UTF-8, lone surrogates, the character U+0000, and nesting deeper than ``maximumDepth``.
/// Foundation's two readers take the first or the last of two equal keys, and round numbers: an amount
/// could then be read in one way here and in another by the shop.
public struct JSONReader {
  /// How deep arrays and objects may lie inside each other.
  public static let maximumDepth = 64

  /// The text, borrowed for the length of ``read(_:)``.
  ///
  /// An array would count references at each byte, a quarter of the time. Nothing is read beyond `count`.
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Reads a whole text.
  ///
  /// - Parameter bytes: The text in UTF-8.
  /// - Returns: The value.
  /// - Throws: ``JSONFault`` with the byte at which reading ended.
  public static func read(_ bytes: [UInt8]) throws(JSONFault) -> JSON {
    try bytes.withUnsafeBufferPointer { (bytes) throws(JSONFault) in
      var reader = JSONReader(bytes)
      return try reader.whole()
    }
  }

  private mutating func whole() throws(JSONFault) -> JSON {
    try refuseOtherEncodings()
    skipSpace()
    let value = try value(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw fault("text after the value") }
    return value
  }

  private func fault(_ reason: String) -> JSONFault { JSONFault(offset: position, reason: reason) }

  private func refuseOtherEncodings() throws(JSONFault) {
    if bytes.isEmpty { throw fault("the message is empty") }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw fault("a byte order mark") }
    if bytes.prefix(4).contains(0) || bytes.starts(with: [0xFF, 0xFE])
      || bytes.starts(with: [0xFE, 0xFF])
    {
      throw fault("not UTF-8")
    }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONFault) -> JSON {
    guard depth <= Self.maximumDepth else {
      throw fault("nested deeper than \(Self.maximumDepth)")
    }
    switch next {
    case UInt8(ascii: "{"): return .object(try object(depth: depth))
    case UInt8(ascii: "["): return .array(try array(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-")?: return .number(try number())
    case let byte? where (0x30...0x39).contains(byte): return .number(try number())
    case nil: throw fault("the text ends too early")
    default: throw fault("no value begins like this")
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONFault) -> JSON {
    let text = String(describing: word)
    guard bytes[position...].starts(with: text.utf8) else {
      throw fault("no value begins like this")
    }
    position += text.utf8.count
    return value
  }

  private mutating func object(depth: Int) throws(JSONFault) -> JSONObject {
    var object = JSONObject()
    position += 1
    skipSpace()
    if take("}") { return object }
    var keys: Set<String> = []
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw fault("a key must be a string") }
      let key = try string()
      guard object.isNew(key, among: &keys) else { throw fault("the key \"\(key)\" stands twice") }
      skipSpace()
      guard take(":") else { throw fault("a colon is missing") }
      skipSpace()
      object.append(key, try value(depth: depth + 1))
      skipSpace()
    } while take(",")
    guard take("}") else { throw fault("a comma or a closing brace is missing") }
    return object
  }

  private mutating func array(depth: Int) throws(JSONFault) -> [JSON] {
    var array: [JSON] = []
    position += 1
    skipSpace()
    if take("]") { return array }
    repeat {
      skipSpace()
      array.append(try value(depth: depth + 1))
      skipSpace()
    } while take(",")
    guard take("]") else { throw fault("a comma or a closing bracket is missing") }
    return array
  }

  private mutating func number() throws(JSONFault) -> JSONNumber {
    let start = position
    _ = take("-")
    if take("0") {
      // RFC 8259, section 6: no leading zeros.
    } else {
      try digits()
    }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    if let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      throw fault("a number with a leading zero")
    }
    return JSONNumber(
      checked: String(
        decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self))
  }

  private mutating func digits() throws(JSONFault) {
    let start = position
    while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    guard position > start else { throw fault("a digit is missing") }
  }

  private mutating func string() throws(JSONFault) -> String {
    position += 1
    let start = position
    while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      position += 1
    }
    // Most strings have no escape, and are copied once.
    if next == UInt8(ascii: "\"") {
      let end = position
      position += 1
      guard
        let string = String(
          validating: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
      else { throw JSONFault(offset: start, reason: "invalid UTF-8 in a string") }
      return string
    }
    var text = Array(bytes[start..<position])
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else {
          throw JSONFault(offset: start, reason: "invalid UTF-8 in a string")
        }
        return string
      case UInt8(ascii: "\\"):
        try escape(into: &text)
      case 0..<0x20:
        position -= 1
        throw fault("a control character in a string")
      default:
        text.append(byte)
      }
    }
    throw fault("a string without an end")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONFault) {
    guard let byte = next else { throw fault("a string without an end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text += String(try scalar()).utf8
    default: throw fault("an unknown escape")
    }
  }

  private mutating func scalar() throws(JSONFault) -> Character {
    var code = try hexadecimal()
    if code & 0xFC00 == 0xD800, take("\\"), take("u") {
      let low = try hexadecimal()
      guard low & 0xFC00 == 0xDC00 else { throw fault("a lone surrogate") }
      code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
    }
    guard let scalar = Unicode.Scalar(code) else { throw fault("a lone surrogate") }
    guard code != 0 else { throw fault("the character U+0000") }
    return Character(scalar)
  }

  private mutating func hexadecimal() throws(JSONFault) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault("\\u needs four hexadecimal digits") }
    position += 4
    return code
  }
}

/// Why a text is not the JSON that this project accepts, and where.
public struct JSONFault: Error, Equatable, CustomStringConvertible {
  /// The offset from the start of the text, in bytes.
  public let offset: Int
  /// What is wrong there.
  public let reason: String

  public var description: String { "not JSON at byte \(offset): \(reason)" }
}
