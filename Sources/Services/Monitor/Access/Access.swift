import Digest
import Synchronization

/// Decides who may use the page.
///
/// A browser sends the cookie that it got when its user signed in with a token; a program sends the token
/// itself; both may use a client certificate instead. Requests that another site makes a browser send are
/// refused: by the host name (against DNS rebinding), by the origin, and by a header that a form cannot
/// set (OWASP, Cross-Site Request Forgery Prevention Cheat Sheet).
public final class Access: Sendable {
  /// The name of the cookie.
  public static let cookieName = "soundbox-fleet"
  /// The name of the header that a form cannot set; its value does not matter.
  public static let csrfHeader = "X-Soundbox-Request"

  /// That access was refused.
  public struct Refused: Error, Equatable {
    /// The HTTP status.
    public let status: Int
    /// Why.
    public let reason: String

    init(_ status: Int, _ reason: String) {
      self.status = status
      self.reason = reason
    }
  }

  private struct Login {
    let member: AccessSettings.Member
    let end: ContinuousClock.Instant
  }

  /// How long a login lasts.
  private static let loginLength = Duration.seconds(12 * 3600)
  private static let mostLogins = 1000

  let settings: AccessSettings
  /// By cookie.
  private let logins = Mutex<[String: Login]>([:])
  private let rateLimiter = Mutex(LoginRateLimiter())
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Creates the access control.
  ///
  /// - Parameters:
  ///   - settings: Who has access.
  ///   - now: The current time.
  public init(
    _ settings: AccessSettings, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.settings = settings
    self.now = now
  }

  /// Finds out who sent a request.
  ///
  /// - Parameter credentials: What the request carries.
  /// - Returns: Who sent it.
  /// - Throws: Why it is refused.
  public func admit(_ credentials: RequestCredentials) throws(Refused) -> Principal {
    try checkOrigin(of: credentials)
    if let name = credentials.certificateName,
      let member = settings.members.first(where: { $0.certificateName == name })
    {
      return Principal(member, from: credentials.address)
    }
    if let authorization = credentials.authorization {
      let parts = authorization.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "bearer" else {
        throw Refused(401, "the header must be Authorization: Bearer TOKEN")
      }
      let member = try member(token: String(parts[1]), from: credentials.address)
      return Principal(member, from: credentials.address)
    }
    if let cookie = credentials.cookie, let member = member(cookie: cookie) {
      return Principal(member, from: credentials.address)
    }
    if settings.members.isEmpty {
      return Principal(name: "local", role: .operate, origin: credentials.address)
    }
    throw Refused(401, "a token or a client certificate is required")
  }

  /// Signs a browser in.
  ///
  /// - Parameters:
  ///   - token: The token that its user has typed.
  ///   - address: The address of the client.
  /// - Returns: The cookie's value, and who has signed in.
  /// - Throws: Why the token is refused.
  public func logIn(
    token: String, from address: String
  ) throws(Refused) -> (cookie: String, principal: Principal) {
    let member = try member(token: token, from: address)
    var generator = SystemRandomNumberGenerator()
    let bits = (0..<4).map { _ in String(generator.next(), radix: 36) }
    let cookie = bits.joined(separator: "-")
    let now = now()
    logins.withLock { logins in
      logins = logins.filter { $0.value.end > now }
      if logins.count >= Self.mostLogins,
        let oldest = logins.min(by: { $0.value.end < $1.value.end })
      {
        logins[oldest.key] = nil
      }
      logins[cookie] = Login(member: member, end: now + Self.loginLength)
    }
    return (cookie, Principal(member, from: address))
  }

  /// Whether a cookie belongs to a login that has not ended.
  ///
  /// - Parameter cookie: The cookie's value.
  /// - Returns: Whether it does.
  public func isLoggedIn(cookie: String) -> Bool { member(cookie: cookie) != nil }

  /// Ends a login.
  ///
  /// - Parameter cookie: The cookie's value.
  public func logOut(cookie: String) { logins.withLock { $0[cookie] = nil } }

  /// The header that sets the cookie.
  ///
  /// - Parameter cookie: The cookie's value; empty to delete the cookie.
  /// - Returns: The value of `Set-Cookie`.
  public func setCookie(_ cookie: String) -> String {
    let age = cookie.isEmpty ? 0 : Self.loginLength.components.seconds
    let secure = settings.isSecure ? "; Secure" : ""
    return
      "\(Self.cookieName)=\(cookie); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(age)\(secure)"
  }

  /// Finds the member with a token; an address that sent many wrong tokens must wait, even with a right one.
  private func member(
    token: String, from address: String
  ) throws(Refused) -> AccessSettings.Member {
    let now = now()
    if let pause = rateLimiter.withLock({ $0.pause(for: address, at: now) }) {
      throw Refused(
        429,
        "too many wrong tokens from \(address); try again in \(pause.components.seconds + 1) s")
    }
    // Digests are compared, so that the time this takes tells nothing about the token.
    let digest = SHA256.hex(of: token)
    if let member = settings.members.first(where: { $0.tokenDigest == digest }) { return member }
    rateLimiter.withLock { $0.record(address, at: now) }
    throw Refused(401, "unknown token")
  }

  private func member(cookie: String) -> AccessSettings.Member? {
    logins.withLock { logins in
      guard let login = logins[cookie], login.end > now() else { return nil }
      return login.member
    }
  }
}
