import CCrypto

/// An incremental SHA-256 digest (FIPS 180-4).
///
///     var digest = SHA256()
///     digest.update(with: header)
///     digest.update(with: body)
///     let name = digest.finishHex()
///
/// Corresponds to `EVP_DigestInit_ex` and its companions in libcrypto.
@safe public struct SHA256: ~Copyable {
  /// The length of a digest, in bytes.
  public static let length = 32

  private let context: OpaquePointer

  /// Begins an empty digest.
  public init() {
    guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
    unsafe self.context = context
    unsafe Self.check(EVP_DigestInit_ex(context, EVP_sha256(), nil))
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  /// Appends bytes.
  ///
  /// - Parameter bytes: The next part, of any length.
  public mutating func update(with bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes {
      unsafe Self.check(EVP_DigestUpdate(context, $0.baseAddress, $0.count))
    }
  }

  /// Appends the UTF-8 bytes of a text.
  ///
  /// - Parameter text: The next part, of any length.
  public mutating func update(with text: String) {
    update(with: Array(text.utf8))
  }

  /// Ends the digest.
  ///
  /// - Returns: The digest of all parts, ``length`` bytes.
  public consuming func finish() -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: Self.length) { buffer, count in
      unsafe Self.check(EVP_DigestFinal_ex(context, buffer.baseAddress, nil))
      count = Self.length
    }
  }

  /// Ends the digest.
  ///
  /// - Returns: The digest of all parts as 64 lower-case hexadecimal digits.
  public consuming func finishHex() -> String {
    Self.hexDigits(of: finish())
  }

  /// The digest of a byte array.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: 64 lower-case hexadecimal digits.
  public static func hex(of bytes: [UInt8]) -> String {
    var digest = SHA256()
    digest.update(with: bytes)
    return digest.finishHex()
  }

  /// The digest of a text's UTF-8 bytes.
  ///
  /// - Parameter text: The text.
  /// - Returns: 64 lower-case hexadecimal digits.
  public static func hex(of text: String) -> String { hex(of: Array(text.utf8)) }

  /// SHA-256 in memory fails only if libcrypto is broken or out of memory.
  private static func check(_ result: CInt) {
    precondition(result == 1, "libcrypto cannot compute SHA-256")
  }
}

extension SHA256 {
  /// The message authentication code of a text under a shared key (RFC 2104).
  ///
  /// Corresponds to `HMAC` in libcrypto.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - key: The shared key, of any length; 32 random bytes are recommended.
  /// - Returns: ``length`` bytes.
  public static func hmac(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    guard let size = CInt(exactly: key.count) else { preconditionFailure("the key is too long") }
    return unsafe [UInt8](unsafeUninitializedCapacity: length) { code, count in
      let result = unsafe HMAC(
        EVP_sha256(), key, size, bytes, bytes.count, code.baseAddress, nil)
      guard unsafe result != nil else { preconditionFailure("libcrypto cannot compute HMAC") }
      count = length
    }
  }

  /// The message authentication code in hexadecimal digits.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - key: The shared key.
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
