extension Access {
  /// What is known of who asks.
  public struct RequestCredentials: Sendable {
    /// The method.
    public var method: String
    /// The header `Host`.
    public var host: String?
    /// The header `Origin`.
    public var origin: String?
    /// The header `Authorization`.
    public var authorization: String?
    /// The cookie of this page.
    public var cookie: String?
    /// The header that a form cannot set.
    public var csrf: String?
    /// The name in the client certificate, which was verified.
    public var certificateName: String?
    /// From where they ask.
    public var address: String

    /// Describes who asks.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - host: The header `Host`.
    ///   - origin: The header `Origin`.
    ///   - authorization: The header `Authorization`.
    ///   - cookie: The cookie of this page.
    ///   - csrf: The header that a form cannot set.
    ///   - certificateName: The name in the client certificate.
    ///   - address: From where they ask.
    public init(
      method: String, host: String?, origin: String? = nil, authorization: String? = nil,
      cookie: String? = nil, csrf: String? = nil, certificateName: String? = nil,
      address: String = "127.0.0.1"
    ) {
      self.method = method
      self.host = host
      self.origin = origin
      self.authorization = authorization
      self.cookie = cookie
      self.csrf = csrf
      self.certificateName = certificateName
      self.address = address
    }
  }
}
