import Digest

/// Who is let in to the page.
public struct AccessSettings: Sendable {
  /// Somebody who is let in.
  public struct Member: Sendable, Equatable {
    /// The name that stands in the audit.
    public var name: String
    /// What they may do.
    public var role: Principal.Role
    /// The SHA-256 of their token, in hexadecimal digits.
    var tokenDigest: String?
    /// The name in their client certificate.
    public var certificateName: String?

    /// Describes a member.
    ///
    /// - Parameters:
    ///   - name: The name that stands in the audit.
    ///   - role: What they may do.
    ///   - token: Their token, if they have one; only its digest is kept.
    ///   - certificateName: The name in their client certificate, if they have one.
    public init(
      name: String, role: Principal.Role, token: String? = nil, certificateName: String? = nil
    ) {
      self.name = name
      self.role = role
      tokenDigest = token.map { SHA256.hex(of: $0) }
      self.certificateName = certificateName
    }
  }

  /// Who is let in; if nobody is named, everybody on this computer is.
  public var members: [Member]
  /// The names by which the page may be called, besides those of this computer, without ports.
  public var hosts: [String]
  /// Whether the page is served over TLS.
  public var isSecure: Bool

  /// Describes who is let in.
  ///
  /// - Parameters:
  ///   - members: Who is let in.
  ///   - hosts: The names by which the page may be called.
  ///   - isSecure: Whether the page is served over TLS.
  public init(members: [Member] = [], hosts: [String] = [], isSecure: Bool = false) {
    self.members = members
    self.hosts = hosts
    self.isSecure = isSecure
  }
}
