import Synchronization
import Testing

@testable import Monitor

@Suite struct `A client of the page` {
  private let settings = AccessSettings(
    members: [
      AccessSettings.Member(name: "alice", role: .operate, token: "alice-has-a-long-token"),
      AccessSettings.Member(name: "prometheus", role: .view, token: "prometheus-has-one-too"),
      AccessSettings.Member(name: "carol", role: .operate, certificateName: "carol.example"),
    ], hosts: ["ops.example"])

  private func credentials(
    _ method: String = "GET", host: String? = "localhost:9440",
    _ change: (inout Access.RequestCredentials) -> Void = { _ in }
  ) -> Access.RequestCredentials {
    var credentials = Access.RequestCredentials(method, host: host, from: "127.0.0.1")
    change(&credentials)
    return credentials
  }

  @Test func `has access with a token, in the role that belongs to it`() throws {
    let access = Access(settings)
    let alice = try access.admit(
      credentials { $0.authorization = "Bearer alice-has-a-long-token" })
    #expect(alice == Principal(name: "alice", role: .operate, origin: "127.0.0.1"))
    let prometheus = try access.admit(
      credentials { $0.authorization = "bearer prometheus-has-one-too" })
    #expect(prometheus == Principal(name: "prometheus", role: .view, origin: "127.0.0.1"))
  }

  @Test(arguments: [
    nil, "Bearer", "Bearer ", "Bearer alice", "Bearer alice-has-a-long-token ",
    "Basic YWxpY2U6YWxpY2UtaGFzLWEtbG9uZy10b2tlbg==", "alice-has-a-long-token",
  ])
  func `has no access with anything else`(authorization: String?) {
    let access = Access(settings)
    #expect(access.status(of: credentials { $0.authorization = authorization }) == 401)
  }

  @Test func `has access with the name in a client certificate, and with no other name`() throws {
    let access = Access(settings)
    let carol = try access.admit(credentials { $0.certificateName = "carol.example" })
    #expect(carol.name == "carol")
    for other in ["", "alice", "carol", "carol.example.org"] {
      #expect(
        access.status(of: credentials { $0.certificateName = other }) == 401, "\(other)")
    }
  }

  @Test func `is anybody on this computer if there are no members`() throws {
    #expect(try Access(AccessSettings()).admit(credentials()).name == "local")
  }

  @Test(arguments: [
    "evil.example", "localhost.evil.example", "ops.example.org", "192.168.0.256:9440", "",
    "1.2.3.4.example", "localhost:9440x", "localhost@evil.example",
  ])
  func `is refused under a host name that is not the page's`(host: String) {
    #expect(Access(settings).originStatus(of: credentials(host: host)) == 421)
  }

  @Test(arguments: [
    "localhost", "localhost:9440", "127.0.0.1:9440", "[::1]", "[::1]:9440", "OPS.example",
    "ops.example:443", "192.168.0.1:9440", "[::2]",
  ])
  func `is accepted under a host name of the page`(host: String) {
    #expect(Access(settings).originStatus(of: credentials(host: host)) == nil)
  }

  @Test func `is refused without a host name`() {
    #expect(Access(settings).originStatus(of: credentials(host: nil)) == 421)
  }

  @Test(arguments: [
    "http://evil.example", "https://localhost:9440", "http://localhost:9441", "null",
    "http://localhost:9440.evil.example",
  ])
  func `is refused from another origin`(origin: String) {
    #expect(Access(settings).originStatus(of: credentials { $0.origin = origin }) == 403)
  }

  @Test(arguments: [(false, "http://localhost:9440"), (true, "https://localhost:9440")])
  func `is accepted from the page itself`(isSecure: Bool, origin: String) {
    let access = Access(AccessSettings(isSecure: isSecure))
    #expect(access.originStatus(of: credentials { $0.origin = origin }) == nil)
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "post"])
  func `must set a header that no form can set to change something`(method: String) {
    let access = Access(settings)
    #expect(access.originStatus(of: credentials(method)) == 403)
    #expect(access.originStatus(of: credentials(method) { $0.csrf = "1" }) == nil)
  }

  @Test func `is known by a cookie until it logs out`() throws {
    let access = Access(settings)
    let (cookie, principal) = try access.logIn(token: "prometheus-has-one-too", from: "192.0.2.1")
    #expect(principal == Principal(name: "prometheus", role: .view, origin: "192.0.2.1"))
    #expect(try access.admit(credentials { $0.cookie = cookie }).name == "prometheus")
    #expect(access.status(of: credentials { $0.cookie = cookie + "x" }) == 401)
    access.logOut(cookie: cookie)
    #expect(access.status(of: credentials { $0.cookie = cookie }) == 401)
  }

  @Test func `is logged out after half a day`() throws {
    let clock = TestInstant()
    let access = Access(settings, now: { clock.now })
    let (cookie, _) = try access.logIn(token: "alice-has-a-long-token", from: "192.0.2.1")
    clock.advance(.seconds(12 * 3600 - 1))
    #expect(try access.admit(credentials { $0.cookie = cookie }).name == "alice")
    clock.advance(.seconds(1))
    #expect(access.status(of: credentials { $0.cookie = cookie }) == 401)
  }

  @Test func `gets a cookie that scripts and other sites do not see, nor a wire without TLS`() {
    func attributes(_ isSecure: Bool, _ cookie: String) -> [String] {
      Access(AccessSettings(isSecure: isSecure)).setCookie(cookie).split(separator: "; ").map {
        String($0)
      }
    }
    let plain = attributes(false, "x")
    #expect(Set(plain).isSuperset(of: ["HttpOnly", "SameSite=Strict", "Path=/"]))
    #expect(plain.first == "soundbox-fleet=x" && !plain.contains("Secure"))
    #expect(attributes(true, "x").contains("Secure"))
    #expect(attributes(true, "").contains("Max-Age=0"))
  }
}

@Suite struct `A client that guesses tokens` {
  private let settings = AccessSettings(members: [
    AccessSettings.Member(name: "alice", role: .operate, token: "alice-has-a-long-token")
  ])

  private func status(_ access: Access, _ token: String, from address: String) -> Int? {
    var credentials = Access.RequestCredentials("GET", host: "localhost", from: address)
    credentials.authorization = "Bearer \(token)"
    return access.status(of: credentials)
  }

  @Test func `must wait after ten of them, and does not learn if the eleventh was right`() throws {
    let clock = TestInstant()
    let access = Access(settings, now: { clock.now })
    for number in 0..<10 {
      clock.advance(.seconds(1))
      #expect(status(access, "guess-\(number)", from: "192.0.2.1") == 401)
    }
    #expect(status(access, "guess-10", from: "192.0.2.1") == 429)
    #expect(status(access, "alice-has-a-long-token", from: "192.0.2.1") == 429)
    let refused = #expect(throws: Access.Refused.self) {
      try access.logIn(token: "alice-has-a-long-token", from: "192.0.2.1")
    }
    #expect(refused?.status == 429)
    // The first guess counts for another 51 seconds.
    #expect(refused?.reason.contains("try again in 52 s") == true)
    #expect(status(access, "alice-has-a-long-token", from: "192.0.2.2") == nil, "another address")

    clock.advance(.seconds(51))
    #expect(status(access, "alice-has-a-long-token", from: "192.0.2.1") == nil)
  }

  @Test func `is counted on the login form as well`() {
    let clock = TestInstant()
    let access = Access(settings, now: { clock.now })
    for number in 0..<10 {
      #expect(throws: Access.Refused(401, "unknown token")) {
        try access.logIn(token: "guess-\(number)", from: "192.0.2.1")
      }
    }
    #expect(status(access, "alice-has-a-long-token", from: "192.0.2.1") == 429)
  }

  @Test func `does not lock out a browser at the same address that is logged in`() throws {
    let access = Access(settings)
    let (cookie, _) = try access.logIn(token: "alice-has-a-long-token", from: "192.0.2.1")
    for number in 0..<20 { _ = try? access.logIn(token: "guess-\(number)", from: "192.0.2.1") }
    var credentials = Access.RequestCredentials("GET", host: "localhost", from: "192.0.2.1")
    credentials.cookie = cookie
    #expect(access.status(of: credentials) == nil)
  }

  @Test func `fills no memory from ever new addresses`() {
    let clock = TestInstant()
    var limiter = LoginRateLimiter()
    for _ in 0..<LoginRateLimiter.most { limiter.record("192.0.2.1", at: clock.now) }
    var most = 0
    for number in 0..<(3 * LoginRateLimiter.mostAddresses) {
      clock.advance(.milliseconds(1))
      limiter.record("2001:db8::\(String(number, radix: 16))", at: clock.now)
      most = max(most, limiter.addresses)
    }
    #expect(most == LoginRateLimiter.mostAddresses)
    #expect(limiter.addresses > LoginRateLimiter.mostAddresses / 2, "the newer ones are kept")
  }
}

extension Access {
  /// The status with which a request is refused; `nil` if it has access.
  fileprivate func status(of credentials: RequestCredentials) -> Int? {
    do throws(Refused) {
      _ = try admit(credentials)
      return nil
    } catch {
      return error.status
    }
  }

  /// The status with which its origin is refused; `nil` if that is fine.
  fileprivate func originStatus(of credentials: RequestCredentials) -> Int? {
    do throws(Refused) {
      try checkOrigin(of: credentials)
      return nil
    } catch {
      return error.status
    }
  }
}

/// A clock that only the test moves.
private final class TestInstant: Sendable {
  private let instant = Mutex(ContinuousClock.now)

  var now: ContinuousClock.Instant { instant.withLock { $0 } }
  func advance(_ duration: Duration) { instant.withLock { $0 += duration } }
}
