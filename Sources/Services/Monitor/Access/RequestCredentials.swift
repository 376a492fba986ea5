extension Access {
  /// What a request carries that decides about its access.
  public struct RequestCredentials: Sendable {
    /// The method.
    public var method: String
    /// The header `Host`.
    public var host: String?
    /// The address of the client.
    public var address: String
    /// The header `Origin`.
    public var origin: String?
    /// The header `Authorization`.
    public var authorization: String?
    /// The value of the cookie ``Access/cookieName``.
    public var cookie: String?
    /// The header ``Access/csrfHeader``.
    public var csrf: String?
    /// The name in the client certificate, once that was verified.
    public var certificateName: String?

    /// Describes a request without credentials.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - host: The header `Host`.
    ///   - address: The address of the client.
    public init(_ method: String, host: String?, from address: String) {
      self.method = method
      self.host = host
      self.address = address
    }
  }

  /// Checks that a request was meant for this page and not sent by another site.
  ///
  /// - Parameter credentials: What the request carries.
  /// - Throws: Why it is refused.
  public func checkOrigin(of credentials: RequestCredentials) throws(Refused) {
    guard let host = credentials.host, isOurs(host) else {
      let name = credentials.host.map { "the name '\($0)'" } ?? "an empty name"
      throw Refused(421, "this page does not serve \(name); add it to web.hosts")
    }
    if let origin = credentials.origin,
      origin != "\(settings.isSecure ? "https" : "http")://\(host)"
    {
      throw Refused(403, "the site \(origin) may not use this page")
    }
    if credentials.method != "GET", credentials.method != "HEAD", credentials.csrf == nil {
      throw Refused(403, "the header \(Self.csrfHeader) is missing")
    }
  }

  /// Whether a host name belongs to this page.
  private func isOurs(_ host: String) -> Bool {
    var name = host[...]
    if let colon = name.lastIndex(of: ":"), name.last != "]",
      name[name.index(after: colon)...].allSatisfy(\.isNumber)
    {
      name = name[..<colon]
    }
    // An address cannot be rebound by DNS.
    if Self.isAddress(name) { return true }
    return (["localhost"] + settings.hosts).contains { $0.lowercased() == name.lowercased() }
  }

  private static func isAddress(_ host: Substring) -> Bool {
    if host.first == "[", host.last == "]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
