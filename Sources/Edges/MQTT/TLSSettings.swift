/// Whom to trust on an encrypted connection, and how to prove who we are.
///
/// TLS 1.2 or newer. The broker's certificate and host name are always verified; there is no switch
/// for that. All files are PEM and are read anew at each connection, so that a renewed certificate
/// takes effect with the next one.
public struct TLSSettings: Sendable {
  /// Path of the certificates to trust; `nil` trusts the system's store.
  public var ca: String?
  /// Path of our own certificate, for a broker that asks for one.
  public var certificate: String?
  /// Path of the private key of ``certificate``, not protected by a passphrase.
  public var key: String?

  /// Describes an encrypted connection.
  ///
  /// - Parameters:
  ///   - ca: Path of the certificates to trust; `nil` trusts the system's store.
  ///   - certificate: Path of our own certificate, if the broker asks for one.
  ///   - key: Path of its private key; stands if and only if `certificate` does.
  public init(ca: String? = nil, certificate: String? = nil, key: String? = nil) {
    self.ca = ca
    self.certificate = certificate
    self.key = key
  }
}
