import CPQ
import SQL

/// A type of the server's, as the number that its table `pg_type` gives to it; those built in keep theirs.
struct DataType: RawRepresentable, Hashable {
  let rawValue: Oid

  static let boolean = DataType(rawValue: 16)
  static let bytes = DataType(rawValue: 17)
  static let bigInteger = DataType(rawValue: 20)
  static let smallInteger = DataType(rawValue: 21)
  static let integer = DataType(rawValue: 23)
  static let objectID = DataType(rawValue: 26)
  static let real = DataType(rawValue: 700)
  static let doublePrecision = DataType(rawValue: 701)

  /// Reads a value that the server wrote as text, with `bytea_output` being `hex`.
  func value(_ written: UnsafeRawBufferPointer) -> SQLValue {
    if self == .bytes {
      // After “\x”.
      return .bytes(unsafe Self.bytes(hex: Array(written.dropFirst(2))))
    }
    let text = unsafe String(decoding: written, as: UTF8.self)
    switch self {
    case .boolean:
      return .integer(text == "t" ? 1 : 0)
    case .smallInteger, .integer, .bigInteger, .objectID:
      return Int64(text).map(SQLValue.integer) ?? .text(text)
    case .real, .doublePrecision:
      return Double(text).map(SQLValue.real) ?? .text(text)
    default:
      return .text(text)
    }
  }

  private static func bytes(hex digits: [UInt8]) -> [UInt8] {
    stride(from: 0, to: digits.count, by: 2).map { half(digits[$0]) << 4 | half(digits[$0 + 1]) }
  }

  private static func half(_ digit: UInt8) -> UInt8 {
    digit < UInt8(ascii: "a") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
  }
}
