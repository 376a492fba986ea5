import Glibc
import Interop
import Testing
import TestKit
import Wire

/// The page's guard, asked by curl.
@Suite(.timeLimit(.minutes(2))) struct `The way in to a monitor's page` {
  /// What curl got.
  private struct Answer {
    let status: Int
    /// The head's lines, names in lower case.
    let head: [String]
    let body: String

    /// The first value under a name.
    func header(_ name: String) -> String? {
      head.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
    }
  }

  private func curl(_ arguments: String...) async throws -> Answer {
    let result = try await Program.run(
      ["-sS", "-i", "--max-time", "20"] + arguments, of: "curl")
    #expect(result.errors == "")
    let lines = result.output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let head = lines.prefix { !$0.isEmpty }
    let parts = (head.first ?? "").split(separator: " ")
    return Answer(
      status: parts.count > 1 ? Int(parts[1]) ?? 0 : 0,
      head: head.dropFirst().map { line in
        let name = line.prefix { $0 != ":" }
        return name.lowercased() + line.dropFirst(name.count)
      }, body: lines.dropFirst(head.count + 1).joined(separator: "\n"))
  }

  private let alice = "Authorization: Bearer alice-has-a-long-token"
  private let bob = "Authorization: Bearer bob-may-only-look-on"
  private let own = "X-Soundbox-Request: 1"

  /// Lends a monitor that lets Alice operate and Bob look.
  private func withMembers(
    _ body: (MosquittoBroker, MonitorProcess) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let alice = try write("alice-has-a-long-token\n", to: "\(folder)/alice")
      let bob = try write("bob-may-only-look-on\n", to: "\(folder)/bob")
      let web = """
          access:
            - {name: alice, role: operate, tokenFile: \(alice)}
            - {name: bob, role: view, tokenFile: \(bob)}
        """
      try await withMonitor(web: web, body)
    }
  }

  @Test func `asks who it is, but not those who look after the program`() async throws {
    try await withMembers { _, monitor in
      for path in ["/api/boxes", "/events", "/api/export/receipts.csv", "/api/order?name=1"] {
        let answer = try await curl(monitor.url + path)
        #expect(answer.status == 401, "\(path)")
        #expect(answer.header("www-authenticate") == "Bearer")
      }
      let wrong = try await curl("-H", "Authorization: Bearer wrong", "\(monitor.url)/api/boxes")
      #expect(wrong.status == 401 && wrong.header("www-authenticate") == "Bearer")
      for path in ["/healthz", "/readyz"] {
        #expect(try await curl(monitor.url + path).status == 200, "\(path)")
      }
      #expect(try await curl("-H", bob, "\(monitor.url)/api/boxes").status == 200)
    }
  }

  @Test func `guards every answer against other sites`() async throws {
    try await withMembers { _, monitor in
      let url = monitor.url
      let answers = [
        try await curl("\(url)/"), try await curl("\(url)/page.js"),
        try await curl("\(url)/api/boxes"), try await curl("\(url)/none"),
        try await curl("-H", bob, "\(url)/api/boxes"), try await curl("\(url)/healthz"),
        try await curl("-H", bob, "\(url)/api/export/boxes.csv"),
        try await curl("-H", "Host: evil.example", "\(url)/"),
        try await curl("-X", "POST", "-H", own, "-d", "alice-has-a-long-token", "\(url)/login"),
      ]
      #expect(answers.map(\.status) == [200, 200, 401, 401, 200, 200, 200, 421, 204])
      for answer in answers {
        let policy = answer.header("content-security-policy") ?? ""
        #expect(policy.contains("default-src 'none'"), "\(answer.head)")
        #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
        #expect(answer.header("x-content-type-options") == "nosniff")
        #expect(answer.header("referrer-policy") == "no-referrer")
        #expect(answer.header("cache-control") == "no-store")
        #expect(answer.header("access-control-allow-origin") == nil)
      }
    }
  }

  @Test func `is closed to other names, other origins, and requests that a form could make`()
    async throws
  {
    try await withMembers { _, monitor in
      let url = "\(monitor.url)/api/boxes"
      let act = "\(monitor.url)/api/request/stop?name=s042/counter-1"
      #expect(try await curl("-H", alice, "-H", "Host: evil.example", url).status == 421)
      #expect(try await curl("-H", alice, "-H", "Origin: http://evil.example", url).status == 403)
      #expect(try await curl("-H", alice, "-d", "{}", act).status == 403)
      let foreign = try await curl(
        "-H", alice, "-H", own, "-H", "Origin: http://evil.example", "-d", "{}", act)
      #expect(foreign.status == 403)
      let form = try await curl("-d", "alice-has-a-long-token", "\(monitor.url)/login")
      #expect(form.status == 403 && form.header("set-cookie") == nil)
    }
  }

  @Test func `lets a browser in by a cookie, and out again`() async throws {
    try await withMembers { _, monitor in
      let login = "\(monitor.url)/login"
      let refused = try await curl("-H", own, "-d", "wrong", login)
      #expect(refused.status == 401 && refused.header("set-cookie") == nil)
      let opened = try await curl("-H", own, "-d", "bob-may-only-look-on", login)
      let set = try #require(opened.header("set-cookie"))
      let attributes = set.split(separator: "; ").dropFirst()
      #expect(opened.status == 204)
      #expect(Set(attributes).isSuperset(of: ["HttpOnly", "SameSite=Strict", "Path=/"]))
      #expect(!attributes.contains("Secure"), "there is no TLS here")

      let cookie = "Cookie: " + set.prefix { $0 != ";" }
      #expect(try await curl("-H", cookie, "\(monitor.url)/api/boxes").status == 200)
      let out = try await curl("-H", cookie, "-H", own, "-d", "", "\(monitor.url)/logout")
      #expect(out.status == 204 && out.header("set-cookie")?.contains("Max-Age=0") == true)
      #expect(try await curl("-H", cookie, "\(monitor.url)/api/boxes").status == 401)
    }
  }

  @Test func `lets only those operate who may, and writes down who did what, when, and the result`()
    async throws
  {
    try await withMembers { broker, monitor in
      let box = try ScriptedBox(broker)
      try await box.publish(state: .online)
      try await box.handled("7421", seq: 1)
      while try await !curl("-H", bob, "\(monitor.url)/api/boxes").body.contains("counter-1") {}
      let act = "\(monitor.url)/api/request/stop?name=s042/counter-1"
      #expect(try await curl("-H", bob, "-H", own, "-d", "{}", act).status == 403)
      // Nobody listens on the box's side: that is a result too.
      let done = try await curl("-H", alice, "-H", own, "-d", "{}", act)
      #expect([502, 504].contains(done.status), "\(done.body)")

      let audit = try await curl("-H", bob, "\(monitor.url)/api/actions")
      let json = try JSONReader.read(Array(audit.body.utf8))
      #expect(json.value(at: ["actions", "count"])?.text == "1", "\(audit.body)")
      let action = try #require(json.value(at: ["actions", "0"])?.object)
      #expect(action["who"]?.text == "alice" && action["origin"]?.text == "127.0.0.1")
      #expect(action["verb"]?.text == "stop" && action["box"]?.text == "counter-1")
      #expect(action["result"]?.text?.isEmpty == false, "\(audit.body)")
      let (asked, answered) = (action["at"]?.text, action["answeredAt"]?.text)
      #expect(try Int64(#require(asked)) ?? 0 <= Int64(#require(answered)) ?? -1)

      monitor.child.send(SIGTERM)
      #expect(await monitor.child.wait() == .exited(0))
      try await monitor.logs("operator request refused who=bob")
      try await monitor.logs("operator request who=alice")
    }
  }

  @Test func `makes those wait who guess tokens`() async throws {
    try await withMembers { _, monitor in
      let url = "\(monitor.url)/api/boxes"
      for number in 0..<10 {
        let guess = "Authorization: Bearer guess-\(number)"
        #expect(try await curl("-H", guess, url).status == 401)
      }
      let eleventh = try await curl("-H", alice, url)
      #expect(eleventh.status == 429)
      #expect(eleventh.header("retry-after") == "60")
      #expect(eleventh.body.contains("too many wrong tokens"))
      let login = try await curl("-H", own, "-d", "alice-has-a-long-token", "\(monitor.url)/login")
      #expect(login.status == 429 && login.header("set-cookie") == nil)
      #expect(try await curl("\(monitor.url)/healthz").status == 200)
    }
  }

  @Test func `is open over TLS to a client certificate that is named, and keeps cookies to it`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let certificates = try await Certificates(in: folder)
      let page = try await certificates.sign("page", for: "IP:127.0.0.1")
      let carol = try await certificates.sign("carol.example", for: "DNS:carol.example")
      let mallory = try await certificates.sign("mallory.example", for: "DNS:mallory.example")
      let token = try write("alice-has-a-long-token\n", to: "\(folder)/alice")
      let web = """
          tls: {certificate: \(page.certificate), key: \(page.key), clientCA: \(certificates.ca)}
          access:
            - {name: carol, role: view, certificate: carol.example}
            - {name: alice, role: operate, tokenFile: \(token)}
        """
      try await withMonitor(web: web) { _, monitor in
        let url = "https://127.0.0.1:\(monitor.port)"
        func status(_ arguments: [String]) async throws -> Int? {
          let result = try await Program.run(
            ["-sS", "-o", "/dev/null", "-w", "%{http_code}", "--cacert", certificates.ca]
              + arguments + ["\(url)/api/boxes"], of: "curl")
          return Int(result.output)
        }
        #expect(try await status(["--cert", carol.certificate, "--key", carol.key]) == 200)
        #expect(try await status(["--cert", mallory.certificate, "--key", mallory.key]) == 401)
        #expect(try await status([]) == 401)
        #expect(try await status(["-H", alice]) == 200)
        let opened = try await curl(
          "--cacert", certificates.ca, "-H", own, "-d", "alice-has-a-long-token", "\(url)/login")
        #expect(opened.header("set-cookie")?.contains("; Secure") == true)

        // The commands of the terminal come in the same ways.
        let boxes = try await Program.run(
          [
            "boxes", "--url", url, "--ca", certificates.ca, "--certificate", carol.certificate,
            "--key", carol.key,
          ], of: Program.fleetPath)
        #expect(boxes.status == 0 && boxes.errors == "", "\(boxes.errors)")
        let stranger = try await Program.run(["boxes", "--url", url], of: Program.fleetPath)
        #expect(stranger.status == 69)
        #expect(stranger.errors.contains("trust the authority"), "\(stranger.errors)")
      }
    }
  }
}
