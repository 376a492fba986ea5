import CCrypto

/// The SHA-256 digest of bytes that come in pieces (FIPS 180-4).
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

  /// Begins a digest of nothing yet.
  public init() {
    guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
    unsafe self.context = context
    unsafe Self.check(EVP_DigestInit_ex(context, EVP_sha256(), nil))
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  /// Appends bytes.
  ///
  /// - Parameter bytes: The next piece, of any length.
  public mutating func update(with bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes {
      unsafe Self.check(EVP_DigestUpdate(context, $0.baseAddress, $0.count))
    }
  }

  /// Appends the UTF-8 bytes of a text.
  ///
  /// - Parameter text: The next piece, of any length.
  public mutating func update(with text: String) {
    update(with: Array(text.utf8))
  }

  /// Ends the digest.
  ///
  /// - Returns: The digest of all pieces, ``length`` bytes.
  public consuming func finish() -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: Self.length) { buffer, count in
      unsafe Self.check(EVP_DigestFinal_ex(context, buffer.baseAddress, nil))
      count = Self.length
    }
  }

  /// Ends the digest.
  ///
  /// - Returns: The digest of all pieces as 64 lower-case hexadecimal digits.
  public consuming func finishHex() -> String {
    Self.hexDigits(of: finish())
  }

  /// The digest of bytes that are all there.
  ///
  /// - Parameter bytes: What to digest.
  /// - Returns: 64 lower-case hexadecimal digits.
  public static func hex(of bytes: [UInt8]) -> String {
    var digest = SHA256()
    digest.update(with: bytes)
    return digest.finishHex()
  }

  /// The digest of a text's UTF-8 bytes.
  ///
  /// - Parameter text: What to digest.
  /// - Returns: 64 lower-case hexadecimal digits.
  public static func hex(of text: String) -> String { hex(of: Array(text.utf8)) }

  /// SHA-256 in memory fails only if libcrypto is broken or out of memory.
  private static func check(_ result: CInt) {
    precondition(result == 1, "libcrypto cannot compute SHA-256")
  }
}
