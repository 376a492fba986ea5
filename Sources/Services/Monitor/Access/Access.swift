import Digest
import Synchronization

/// Decides who is let in, and what they may do.
///
/// A browser proves itself by a cookie that it got for a token, a program by the token itself, and both by
/// a client certificate. What a browser is made to send by some other site is refused: by the host that it
/// names (against DNS rebinding), by its origin, and by a header that a form cannot set (OWASP,
/// Cross-Site Request Forgery Prevention Cheat Sheet).
public final class Access: Sendable {
  /// The name of the cookie.
  public static let cookieName = "soundbox-fleet"
  /// The name of the header that a form cannot set; its value does not matter.
  public static let csrfHeader = "X-Soundbox-Request"

  private struct Session {
    let member: AccessSettings.Member
    let end: ContinuousClock.Instant
  }

  /// How long a browser stays known.
  private static let sessionLength = Duration.seconds(12 * 3600)
  private static let mostSessions = 1000

  let settings: AccessSettings
  private let sessions = Mutex<[String: Session]>([:])
  private let guesses = Mutex(LoginRateLimiter())
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Takes the settings.
  ///
  /// - Parameters:
  ///   - settings: Who is let in.
  ///   - now: What time it is.
  public init(
    _ settings: AccessSettings, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.settings = settings
    self.now = now
  }

  /// Decides about a request.
  ///
  /// - Parameter claim: What is known of who asks.
  /// - Returns: Who it is, or why not.
  public func admit(_ claim: RequestCredentials) -> Admission {
    if let fault = fault(in: claim) { return fault }
    func principal(_ member: AccessSettings.Member) -> Admission {
      .principal(Principal(name: member.name, role: member.role, origin: claim.address))
    }
    if let name = claim.certificateName,
      let member = settings.members.first(where: { $0.certificateName == name })
    {
      return principal(member)
    }
    if let authorization = claim.authorization {
      let parts = authorization.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "bearer" else {
        return .refused(401, "a token is wanted, as Authorization: Bearer TOKEN")
      }
      switch look(at: String(parts[1]), from: claim.address) {
      case .known(let member): return principal(member)
      case .refused(let status, let reason): return .refused(status, reason)
      }
    }
    if let cookie = claim.cookie, let member = member(cookie: cookie) { return principal(member) }
    if settings.members.isEmpty {
      return .principal(Principal(name: "local", role: .operate, origin: claim.address))
    }
    return .refused(401, "a token or a client certificate is wanted")
  }

  /// Lets a browser in.
  ///
  /// - Parameters:
  ///   - token: The token that somebody has typed.
  ///   - address: From where they ask.
  /// - Returns: The cookie, or why there is none.
  public func open(token: String, from address: String) -> Opening {
    let member: AccessSettings.Member
    switch look(at: token, from: address) {
    case .known(let known): member = known
    case .refused(let status, let reason): return .refused(status, reason)
    }
    var generator = SystemRandomNumberGenerator()
    let bits = (0..<4).map { _ in String(generator.next(), radix: 36) }
    let cookie = bits.joined(separator: "-")
    let now = now()
    sessions.withLock { sessions in
      sessions = sessions.filter { $0.value.end > now }
      if sessions.count >= Self.mostSessions,
        let oldest = sessions.min(by: { $0.value.end < $1.value.end })
      {
        sessions[oldest.key] = nil
      }
      sessions[cookie] = Session(member: member, end: now + Self.sessionLength)
    }
    return .opened(
      cookie: cookie, Principal(name: member.name, role: member.role, origin: address))
  }

  /// Whether a browser was let in, and still is.
  ///
  /// - Parameter cookie: The cookie's value.
  /// - Returns: Whether it is known.
  public func isOpen(cookie: String) -> Bool { member(cookie: cookie) != nil }

  /// Forgets a browser.
  ///
  /// - Parameter cookie: The cookie's value.
  public func close(cookie: String) { sessions.withLock { $0[cookie] = nil } }

  /// What a browser is told to keep.
  ///
  /// - Parameter cookie: The cookie's value; empty to forget it.
  /// - Returns: The value of `Set-Cookie`.
  public func setCookie(_ cookie: String) -> String {
    let age = cookie.isEmpty ? 0 : Self.sessionLength.components.seconds
    let secure = settings.isSecure ? "; Secure" : ""
    return
      "\(Self.cookieName)=\(cookie); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(age)\(secure)"
  }

  private enum TokenLookup {
    case known(AccessSettings.Member)
    case refused(Int, String)
  }

  /// Finds whose token it is; who has guessed often must wait, and is not even told if it is right.
  private func look(at token: String, from address: String) -> TokenLookup {
    let now = now()
    if let pause = guesses.withLock({ $0.pause(for: address, at: now) }) {
      return .refused(
        429,
        "too many wrong tokens came from \(address); "
          + "wait \(pause.components.seconds + 1) s and try again")
    }
    // Digests are compared, so that the time this takes tells nothing about the token.
    let digest = SHA256.hex(of: token)
    if let member = settings.members.first(where: { $0.tokenDigest == digest }) {
      return .known(member)
    }
    guesses.withLock { $0.note(address, at: now) }
    return .refused(401, "this token is not known")
  }

  private func member(cookie: String) -> AccessSettings.Member? {
    sessions.withLock { sessions in
      guard let session = sessions[cookie], session.end > now() else { return nil }
      return session.member
    }
  }
}
