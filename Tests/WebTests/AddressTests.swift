import Glibc
import Testing
import Web

@Suite(.timeLimit(.minutes(1))) struct `Addresses of a web server` {
  private func refusal(_ settings: WebSettings) -> WebError? {
    do throws(WebError) {
      _ = try WebServer(settings) { _ in WebResponse() }
      return nil
    } catch {
      return error
    }
  }

  @Test func `are refused when they are taken`() async throws {
    try await withServer(respond: { _ in WebResponse() }) { server in
      let error = try #require(refusal(WebSettings(port: server.port)))
      #expect(error.code == EADDRINUSE)
      #expect(error.isTransient)
      #expect(error.description.contains("listen on 127.0.0.1:\(server.port)"))
      #expect(error.hint.contains("another port"))
    }
  }

  @Test func `are refused when they do not belong to this computer`() throws {
    let error = try #require(refusal(WebSettings(address: "192.0.2.1", port: 8_080)))
    #expect(error.code == EADDRNOTAVAIL)
    #expect(error.step == "listen on 192.0.2.1:8080")
  }

  @Test(arguments: ["localhost", "", "127.0.0.1.5", "fe80::xyz", "127.0.0.1\0"])
  func `are refused when they are not numeric`(address: String) throws {
    let error = try #require(refusal(WebSettings(address: address)))
    #expect(error.hint.contains("numeric"))
    #expect(!error.isTransient)
  }

  @Test func `may be of IPv6, and stand for both families`() async throws {
    try await withServer(WebSettings(address: "::"), respond: { .text($0.remoteAddress) }) {
      server in
      let client = try Client(server.port)
      try await client.ask("/")
      #expect(await client.response().text == "::ffff:127.0.0.1\n")
    }
  }
}
