extension JSON {
  /// The value as compact JSON text, members in their order, other characters than the required ones
  /// unescaped.
  public var encoded: String {
    // Bytes, as a `String` takes ten times as long to be put together.
    var text: [UInt8] = []
    text.reserveCapacity(512)
    write(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private func write(to text: inout [UInt8]) {
    switch self {
    case .null: text += "null".utf8
    case .bool(let value): text += value ? "true".utf8 : "false".utf8
    case .number(let number): text += number.text.utf8
    case .string(let string): Self.write(string, to: &text)
    case .array(let array):
      text.append(UInt8(ascii: "["))
      for (index, value) in array.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        value.write(to: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let object):
      text.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        Self.write(member.key, to: &text)
        text.append(UInt8(ascii: ":"))
        member.value.write(to: &text)
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ string: String, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    var string = string
    string.withUTF8 { bytes in
      if bytes.contains(where: mustBeEscaped) {
        for byte in bytes { write(byte, to: &text) }
      } else {
        text += bytes
      }
    }
    text.append(UInt8(ascii: "\""))
  }

  private static func mustBeEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func write(_ byte: UInt8, to text: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""): text += "\\\"".utf8
    case UInt8(ascii: "\\"): text += "\\\\".utf8
    case UInt8(ascii: "\n"): text += "\\n".utf8
    case UInt8(ascii: "\r"): text += "\\r".utf8
    case UInt8(ascii: "\t"): text += "\\t".utf8
    case _ where mustBeEscaped(byte):
      let digits = String(byte, radix: 16)
      text += "\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8
    default: text.append(byte)
    }
  }
}
