import Synchronization
import Testing

@testable import Monitor

@Suite struct `Who asks for the page` {
  private let settings = AccessSettings(
    members: [
      AccessSettings.Member(name: "alice", role: .operate, token: "alice-has-a-long-token"),
      AccessSettings.Member(name: "prometheus", role: .view, token: "prometheus-has-one-too"),
      AccessSettings.Member(name: "carol", role: .operate, certificateName: "carol.example"),
    ], hosts: ["ops.example"])

  private func claim(
    _ method: String = "GET", host: String? = "localhost:9440",
    _ more: (inout Access.RequestCredentials) -> Void
  ) -> Access.RequestCredentials {
    var claim = Access.RequestCredentials(method: method, host: host)
    more(&claim)
    return claim
  }

  private func status(_ admission: Access.Admission?) -> Int? {
    if case .refused(let status, _) = admission { status } else { nil }
  }

  private func name(_ admission: Access.Admission) -> String? {
    if case .principal(let principal) = admission { principal.name } else { nil }
  }

  @Test func `is let in by a token, with the role that belongs to it`() {
    let access = Access(settings)
    let alice = access.admit(claim { $0.authorization = "Bearer alice-has-a-long-token" })
    #expect(alice == .principal(Principal(name: "alice", role: .operate, origin: "127.0.0.1")))
    let prometheus = access.admit(claim { $0.authorization = "bearer prometheus-has-one-too" })
    #expect(
      prometheus == .principal(Principal(name: "prometheus", role: .view, origin: "127.0.0.1")))
  }

  @Test(arguments: [
    nil, "Bearer", "Bearer ", "Bearer alice", "Bearer alice-has-a-long-token ",
    "Basic YWxpY2U6YWxpY2UtaGFzLWEtbG9uZy10b2tlbg==", "alice-has-a-long-token",
  ])
  func `is not let in by anything else`(authorization: String?) {
    let admission = Access(settings).admit(claim { $0.authorization = authorization })
    #expect(status(admission) == 401)
  }

  @Test func `is let in by the name in a client certificate, and by no other name`() {
    let access = Access(settings)
    #expect(name(access.admit(claim { $0.certificateName = "carol.example" })) == "carol")
    for other in ["", "alice", "carol", "carol.example.org"] {
      #expect(status(access.admit(claim { $0.certificateName = other })) == 401, "\(other)")
    }
  }

  @Test func `is anybody on this computer if nobody is named`() {
    #expect(name(Access(AccessSettings()).admit(claim { _ in })) == "local")
  }

  @Test(arguments: [
    "evil.example", "localhost.evil.example", "ops.example.org", "192.168.0.256:9440", "",
    "1.2.3.4.example", "localhost:9440x", "localhost@evil.example",
  ])
  func `under a name that is not the page's is refused`(host: String) {
    let refusal = Access(settings).fault(in: claim(host: host) { _ in })
    #expect(status(refusal) == 421)
  }

  @Test(arguments: [
    "localhost", "localhost:9440", "127.0.0.1:9440", "[::1]", "[::1]:9440", "OPS.example",
    "ops.example:443", "192.168.0.1:9440", "[::2]",
  ])
  func `under a name of the page's is heard`(host: String) {
    #expect(Access(settings).fault(in: claim(host: host) { _ in }) == nil)
  }

  @Test func `without a name is refused`() {
    #expect(status(Access(settings).fault(in: claim(host: nil) { _ in })) == 421)
  }

  @Test(arguments: [
    "http://evil.example", "https://localhost:9440", "http://localhost:9441", "null",
    "http://localhost:9440.evil.example",
  ])
  func `from another origin is refused`(origin: String) {
    #expect(status(Access(settings).fault(in: claim { $0.origin = origin })) == 403)
  }

  @Test(arguments: [(false, "http://localhost:9440"), (true, "https://localhost:9440")])
  func `from the page itself is heard`(isSecure: Bool, origin: String) {
    let access = Access(AccessSettings(isSecure: isSecure))
    #expect(access.fault(in: claim { $0.origin = origin }) == nil)
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "post"])
  func `to change something must set a header that no form can set`(method: String) {
    let access = Access(settings)
    #expect(status(access.fault(in: claim(method) { _ in })) == 403)
    #expect(access.fault(in: claim(method) { $0.csrf = "1" }) == nil)
  }

  @Test func `stays known by a cookie until logging out`() throws {
    let access = Access(settings)
    guard
      case .opened(let cookie, let who) = access.open(
        token: "prometheus-has-one-too", from: "192.0.2.1")
    else {
      Issue.record("not let in")
      return
    }
    #expect(who == Principal(name: "prometheus", role: .view, origin: "192.0.2.1"))
    #expect(name(access.admit(claim { $0.cookie = cookie })) == "prometheus")
    #expect(status(access.admit(claim { $0.cookie = cookie + "x" })) == 401)
    access.close(cookie: cookie)
    #expect(status(access.admit(claim { $0.cookie = cookie })) == 401)
  }

  @Test func `is forgotten after half a day`() {
    let clock = TestInstant()
    let access = Access(settings, now: { clock.now })
    guard
      case .opened(let cookie, _) = access.open(
        token: "alice-has-a-long-token", from: "192.0.2.1")
    else {
      Issue.record("not let in")
      return
    }
    clock.advance(.seconds(12 * 3600 - 1))
    #expect(name(access.admit(claim { $0.cookie = cookie })) == "alice")
    clock.advance(.seconds(1))
    #expect(status(access.admit(claim { $0.cookie = cookie })) == 401)
  }

  @Test func `gets a cookie that scripts and other sites do not see, nor a line without TLS`() {
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

@Suite struct `Somebody who guesses tokens` {
  private let settings = AccessSettings(members: [
    AccessSettings.Member(name: "alice", role: .operate, token: "alice-has-a-long-token")
  ])

  private func status(_ access: Access, _ token: String, from address: String) -> Int {
    var claim = Access.RequestCredentials(method: "GET", host: "localhost")
    claim.authorization = "Bearer \(token)"
    claim.address = address
    switch access.admit(claim) {
    case .principal: return 200
    case .refused(let status, _): return status
    }
  }

  @Test func `must wait after ten of them, and is not told if the eleventh was right`() {
    let clock = TestInstant()
    let access = Access(settings, now: { clock.now })
    for number in 0..<10 {
      clock.advance(.seconds(1))
      #expect(status(access, "guess-\(number)", from: "192.0.2.1") == 401)
    }
    #expect(status(access, "guess-10", from: "192.0.2.1") == 429)
    #expect(status(access, "alice-has-a-long-token", from: "192.0.2.1") == 429)
    let opening = access.open(token: "alice-has-a-long-token", from: "192.0.2.1")
    guard case .refused(429, let words) = opening else {
      Issue.record("\(opening)")
      return
    }
    // The first guess counts for another 51 seconds.
    #expect(words.contains("wait 52 s"), "\(words)")
    #expect(status(access, "alice-has-a-long-token", from: "192.0.2.2") == 200, "another address")

    clock.advance(.seconds(51))
    #expect(status(access, "alice-has-a-long-token", from: "192.0.2.1") == 200)
  }

  @Test func `may as well type them into the page, and is counted there too`() {
    let clock = TestInstant()
    let access = Access(settings, now: { clock.now })
    for number in 0..<10 {
      let opening = access.open(token: "guess-\(number)", from: "192.0.2.1")
      #expect(opening == .refused(401, "this token is not known"))
    }
    #expect(status(access, "alice-has-a-long-token", from: "192.0.2.1") == 429)
  }

  @Test func `does not keep out a browser from the same address that was let in before`() {
    let access = Access(settings)
    guard
      case .opened(let cookie, _) = access.open(
        token: "alice-has-a-long-token", from: "192.0.2.1")
    else {
      Issue.record("not let in")
      return
    }
    for number in 0..<20 { _ = access.open(token: "guess-\(number)", from: "192.0.2.1") }
    var claim = Access.RequestCredentials(method: "GET", host: "localhost")
    claim.cookie = cookie
    claim.address = "192.0.2.1"
    guard case .principal = access.admit(claim) else {
      Issue.record("kept out")
      return
    }
  }

  @Test func `from ever new addresses fills no memory`() {
    let clock = TestInstant()
    var guesses = LoginRateLimiter()
    for _ in 0..<LoginRateLimiter.most { guesses.note("192.0.2.1", at: clock.now) }
    var most = 0
    for number in 0..<(3 * LoginRateLimiter.mostAddresses) {
      clock.advance(.milliseconds(1))
      guesses.note("2001:db8::\(String(number, radix: 16))", at: clock.now)
      most = max(most, guesses.addresses)
    }
    #expect(most == LoginRateLimiter.mostAddresses)
    #expect(guesses.addresses > LoginRateLimiter.mostAddresses / 2, "the newer ones are remembered")
  }
}

/// A clock that only the test moves.
private final class TestInstant: Sendable {
  private let instant = Mutex(ContinuousClock.now)

  var now: ContinuousClock.Instant { instant.withLock { $0 } }
  func advance(_ duration: Duration) { instant.withLock { $0 += duration } }
}
