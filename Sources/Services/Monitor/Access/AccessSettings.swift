import Digest

/// Who may use the page.
public struct AccessSettings: Sendable {
  /// A person or program with access.
  public struct Member: Sendable, Equatable {
    /// The name in the audit.
    public var name: String
    /// What the member may do.
    public var role: Principal.Role
    /// The SHA-256 of the member's token, in hexadecimal digits.
    var tokenDigest: String?
    /// The name in the member's client certificate.
    public var certificateName: String?

    /// Describes a member.
    ///
    /// - Parameters:
    ///   - name: The name in the audit.
    ///   - role: What the member may do.
    ///   - token: The member's token, if there is one; only its digest is kept.
    ///   - certificateName: The name in the member's client certificate, if there is one.
    public init(
      name: String, role: Principal.Role, token: String? = nil, certificateName: String? = nil
    ) {
      self.name = name
      self.role = role
      tokenDigest = token.map { SHA256.hex(of: $0) }
      self.certificateName = certificateName
    }
  }

  /// Who has access; if there are no members, everybody on this computer may operate.
  public var members: [Member]
  /// The host names of the page, without ports, besides those of this computer.
  public var hosts: [String]
  /// Whether the page is served over TLS.
  public var isSecure: Bool

  /// Describes who has access.
  ///
  /// - Parameters:
  ///   - members: Who has access.
  ///   - hosts: The host names of the page.
  ///   - isSecure: Whether the page is served over TLS.
  public init(members: [Member] = [], hosts: [String] = [], isSecure: Bool = false) {
    self.members = members
    self.hosts = hosts
    self.isSecure = isSecure
  }
}

/// The sender of a request, after access was granted.
public struct Principal: Sendable, Equatable {
  /// What a member may do.
  public enum Role: String, Sendable, Comparable, CaseIterable {
    /// Read.
    case view
    /// Read, and send requests to boxes.
    case operate

    public static func < (left: Role, right: Role) -> Bool {
      left == .view && right == .operate
    }
  }

  /// The member's name; it is written to the audit.
  public var name: String
  /// What the member may do.
  public var role: Role
  /// The address of the client.
  public var origin: String

  /// Describes a sender.
  ///
  /// - Parameters:
  ///   - name: The member's name.
  ///   - role: What the member may do.
  ///   - origin: The address of the client.
  public init(name: String, role: Role, origin: String) {
    self.name = name
    self.role = role
    self.origin = origin
  }

  init(_ member: AccessSettings.Member, from address: String) {
    self.init(name: member.name, role: member.role, origin: address)
  }
}
