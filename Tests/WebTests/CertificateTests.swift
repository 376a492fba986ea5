import FoundationEssentials
import Interop
import TestKit
import Testing
import Web

@Suite(.timeLimit(.minutes(1))) struct `Certificates of a web server` {
  private func read(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  /// What `curl` receives; `nil` if it gets no response.
  private func fetch(_ server: WebServer, ca: String, _ arguments: String...) async throws
    -> String?
  {
    let child = try ChildProcess(
      "curl",
      ["--silent", "--cacert", ca] + arguments + ["https://127.0.0.1:\(server.port)/"],
      output: .pipe)
    async let output = child.output?.readToEnd()
    let words = String(decoding: await output ?? [], as: UTF8.self)
    return await child.wait() == .exited(0) ? words : nil
  }

  @Test func `of clients are reported once verified`() async throws {
    try await withTemporaryFolder { folder in
      let certificates = try await Certificates(in: folder)
      let ours = try await certificates.sign("server", for: "IP:127.0.0.1")
      let theirs = try await certificates.sign("Nora", for: "DNS:nora")
      let old = try await certificates.sign("Old", for: "DNS:old", days: -2 ... -1)
      let elsewhere = "\(folder)/elsewhere"
      try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
      let strangers = try await Certificates(in: elsewhere).sign("Nora", for: "DNS:nora")
      var settings = WebSettings()
      settings.tls = WebTLS(
        certificate: try read(ours.certificate), key: try read(ours.key),
        clientAuthorities: try read(certificates.ca))
      let ca = certificates.ca
      try await withServer(settings, respond: { .text($0.clientName ?? "nobody") }) { server in
        let bare = try await fetch(server, ca: ca)
        #expect(bare == "nobody\n")
        let known = try await fetch(
          server, ca: ca, "--cert", theirs.certificate, "--key", theirs.key)
        #expect(known == "Nora\n")
        for other in [old, strangers] {
          let unknown = try await fetch(
            server, ca: ca, "--cert", other.certificate, "--key", other.key)
          #expect(unknown == "nobody\n")
        }
        let outdated = try await fetch(server, ca: ca, "--tls-max", "1.1")
        #expect(outdated == nil)
        // A client that does not speak TLS disturbs nobody.
        try await Client(server.port).ask("/")
        let again = try await fetch(server, ca: ca)
        #expect(again == "nobody\n")
      }
    }
  }

  @Test func `encrypt a body in chunks too`() async throws {
    try await withTemporaryFolder { folder in
      let certificates = try await Certificates(in: folder)
      let ours = try await certificates.sign("server", for: "IP:127.0.0.1")
      var settings = WebSettings()
      settings.tls = WebTLS(certificate: try read(ours.certificate), key: try read(ours.key))
      let ca = certificates.ca
      try await withServer(
        settings,
        respond: { _ in
          let count = Counter()
          return WebResponse(
            body: .chunks {
              let number = count.add()
              return number <= 20 ? Array("event \(number)\n".utf8) : nil
            })
        }
      ) { server in
        let text = try await fetch(server, ca: ca)
        #expect(text == (1...20).map { "event \($0)\n" }.joined())
      }
    }
  }

  @Test func `are refused when unusable`() async throws {
    try await withTemporaryFolder { folder in
      let certificates = try await Certificates(in: folder)
      let ours = try await certificates.sign("server", for: "IP:127.0.0.1")
      let other = try await certificates.sign("other", for: "IP:127.0.0.1")
      let certificate = try read(ours.certificate)
      let key = try read(ours.key)
      let faults = [
        (WebTLS(certificate: certificate, key: try read(other.key)), "key"),
        (WebTLS(certificate: "nonsense", key: key), "key"),
        (WebTLS(certificate: certificate, key: ""), "key"),
        (WebTLS(certificate: certificate, key: key, clientAuthorities: key), "authority"),
        (WebTLS(certificate: certificate, key: key, clientAuthorities: ""), "authority"),
      ]
      for (tls, word) in faults {
        do throws(WebError) {
          _ = try WebServer(WebSettings(tls: tls)) { _ in WebResponse() }
          Issue.record("\(word) was accepted")
        } catch {
          #expect(error.hint.contains(word))
          #expect(error.code < 0)
        }
      }
    }
  }
}
