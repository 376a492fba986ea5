/// Writes JSON's pairs of escapes, `\ud83d\ude00`, as YAML's one, `\U0001f600`.
///
/// YAML knows no pairs. Two such escapes in a row mean something in double quotes only, so they are
/// joined wherever they stand, unless the first backslash is itself escaped.
func joiningSurrogates(in bytes: [UInt8]) -> [UInt8] {
  guard bytes.contains(UInt8(ascii: "\\")) else { return bytes }
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var index = 0
  while index < bytes.count {
    guard bytes[index] == UInt8(ascii: "\\") else {
      result.append(bytes[index])
      index += 1
      continue
    }
    if let high = escape(in: bytes, at: index), 0xd800..<0xdc00 ~= high,
      let low = escape(in: bytes, at: index + 6), 0xdc00..<0xe000 ~= low
    {
      let scalar = 0x10000 + (high - 0xd800) << 10 + (low - 0xdc00)
      let digits = String(scalar, radix: 16)
      result += "\\U\(String(repeating: "0", count: 8 - digits.count))\(digits)".utf8
      index += 12
    } else {
      result += bytes[index..<min(index + 2, bytes.count)]
      index += 2
    }
  }
  return result
}

/// The number of the escape `\uXXXX` at `index`.
private func escape(in bytes: [UInt8], at index: Int) -> Int? {
  guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
    bytes[index + 1] == UInt8(ascii: "u"), bytes[index + 2] != UInt8(ascii: "+")
  else { return nil }
  return Int(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
}
