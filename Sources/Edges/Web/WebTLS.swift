/// How a server proves itself, and whose clients it knows; TLS 1.2 or newer.
public struct WebTLS: Sendable {
  /// The server's certificate, with those between it and its authority, as PEM text.
  public var certificate: String
  /// The private key of ``certificate`` as PEM text, not protected by a passphrase.
  public var key: String
  /// The certificates of the authorities that sign clients' certificates, as PEM text.
  ///
  /// With it clients are asked for a certificate, but may come without: see
  /// ``WebRequest/clientName``. `nil` does not ask.
  public var clientAuthorities: String?

  /// Describes the encryption.
  ///
  /// - Parameters:
  ///   - certificate: The server's certificate as PEM text.
  ///   - key: Its private key as PEM text.
  ///   - clientAuthorities: Who signs clients' certificates, as PEM text; `nil` asks for none.
  public init(certificate: String, key: String, clientAuthorities: String? = nil) {
    self.certificate = certificate
    self.key = key
    self.clientAuthorities = clientAuthorities
  }
}
