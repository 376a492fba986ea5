import CCrypto

extension SHA256 {
  /// The code by which one who knows a key can tell that another one wrote a text (RFC 2104).
  ///
  /// Corresponds to `HMAC` in libcrypto.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - key: What both know, of any length; 32 random bytes are good.
  /// - Returns: ``length`` bytes.
  public static func hmac(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    guard let size = CInt(exactly: key.count) else { preconditionFailure("a key of gigabytes") }
    return unsafe [UInt8](unsafeUninitializedCapacity: length) { code, count in
      let made = unsafe HMAC(
        EVP_sha256(), key, size, bytes, bytes.count, code.baseAddress, nil)
      guard unsafe made != nil else { preconditionFailure("libcrypto cannot compute HMAC") }
      count = length
    }
  }

  /// The code in hexadecimal digits.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - key: What both know.
  /// - Returns: 64 lower-case hexadecimal digits.
  public static func hmacHex(of bytes: [UInt8], key: [UInt8]) -> String {
    hexDigits(of: hmac(of: bytes, key: key))
  }

  /// Two lower-case hexadecimal digits for each byte.
  static func hexDigits(of bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
