import HTTP
import Interop
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `An encrypted call` {
  @Test func `trusts whom it is told to trust, and nobody else`() async throws {
    try await withTemporaryFolder { folder in
      let authority = try await Certificates(in: folder)
      let signed = try await authority.sign("server", for: "IP:127.0.0.1")
      try await withWebServer(signed) { url in
        let stranger = await #expect(throws: CallError.self) {
          try await HTTPClient().send(HTTPRequest("GET", url))
        }
        #expect(stranger?.isTransient == false)
        #expect(stranger?.hint.contains("authority") == true)
        var settings = CallSettings()
        settings.ca = authority.ca
        let reply = try await HTTPClient(settings).send(HTTPRequest("GET", url))
        #expect(reply.status == 200)
      }
    }
  }

  @Test func `refuses a server that shows a certificate for another host`() async throws {
    try await withTemporaryFolder { folder in
      let authority = try await Certificates(in: folder)
      let signed = try await authority.sign("server", for: "DNS:elsewhere.example")
      var settings = CallSettings()
      settings.ca = authority.ca
      try await withWebServer(signed) { [settings] url in
        let error = await #expect(throws: CallError.self) {
          try await HTTPClient(settings).send(HTTPRequest("GET", url))
        }
        #expect(error?.isTransient == false)
      }
    }
  }

  @Test func `shows its own certificate to a server that asks for one`() async throws {
    try await withTemporaryFolder { folder in
      let authority = try await Certificates(in: folder)
      let signed = try await authority.sign("server", for: "IP:127.0.0.1")
      let ours = try await authority.sign("monitor", for: "DNS:monitor")
      let demand = ["-Verify", "1", "-verify_return_error", "-CAfile", authority.ca]
      var settings = CallSettings()
      settings.ca = authority.ca
      try await withWebServer(signed, demand) { [settings] url in
        await #expect(throws: CallError.self) {
          try await HTTPClient(settings).send(HTTPRequest("GET", url))
        }
        var settings = settings
        (settings.certificate, settings.key) = (ours.certificate, ours.key)
        let reply = try await HTTPClient(settings).send(HTTPRequest("GET", url))
        #expect(reply.status == 200)
      }
    }
  }

  @Test func `says what is wrong with its files`() async throws {
    try await withTemporaryFolder { folder in
      let authority = try await Certificates(in: folder)
      let signed = try await authority.sign("server", for: "IP:127.0.0.1")
      try await withWebServer(signed) { url in
        func hint(_ change: (inout CallSettings) -> Void) async -> String? {
          var settings = CallSettings()
          settings.ca = authority.ca
          change(&settings)
          let client = HTTPClient(settings)
          let error = await #expect(throws: CallError.self) {
            try await client.send(HTTPRequest("GET", url))
          }
          #expect(error?.isTransient == false)
          return error?.hint
        }
        let ca = await hint { $0.ca = "/nonexistent/ca.pem" }
        #expect(ca?.contains("trusted certificates") == true)
        let other = await hint { ($0.certificate, $0.key) = (signed.certificate, authority.ca) }
        #expect(other?.contains("belong together") == true)
        let half = await hint { $0.key = signed.key }
        #expect(half == "give both or none")
      }
    }
  }
}

/// Lends the address of `openssl s_server`, which answers every request with a page.
private func withWebServer(
  _ signed: (certificate: String, key: String), _ more: [String] = [],
  _ body: (String) async throws -> Void
) async throws {
  let port = try freePort()
  let server = try ChildProcess(
    "openssl",
    [
      "s_server", "-accept", "127.0.0.1:\(port)", "-www", "-cert", signed.certificate, "-key",
      signed.key,
    ] + more, output: .pipe, errors: .null)
  do {
    let lines = try #require(server.output).lines()
    // It says ACCEPT when it listens.
    for await line in lines where line.hasPrefix("ACCEPT") { break }
    try await body("https://127.0.0.1:\(port)/")
  } catch {
    server.send(9)
    _ = await server.wait()
    throw error
  }
  server.send(9)
  _ = await server.wait()
}
