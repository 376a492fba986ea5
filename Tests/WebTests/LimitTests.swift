import Testing
import Web

@Suite(.timeLimit(.minutes(1))) struct `Limits of a web server` {
  @Test func `close an idle connection`() async throws {
    var settings = WebSettings()
    settings.idleTimeout = .seconds(1)
    try await withServer(settings, respond: { _ in WebResponse() }) { server in
      let client = try Client(server.port)
      try await client.send("GET / HT")
      #expect(await client.response().status != 200)
    }
  }

  @Test func `end an export that nobody reads, and release what it holds`() async throws {
    final class Cursor: Sendable {
      let released: Signal
      init(_ released: Signal) { self.released = released }
      deinit { released.fire() }
    }
    var settings = WebSettings()
    settings.idleTimeout = .seconds(1)
    let released = Signal()
    try await withServer(
      settings,
      respond: { _ in
        let cursor = Cursor(released)
        return WebResponse(
          body: .chunks { withExtendedLifetime(cursor) { [UInt8](repeating: 1, count: 65_536) } })
      }
    ) { server in
      let client = try Client(server.port, receiveBuffer: 4_096)
      try await client.ask("/")
      await released.wait()
      #expect(await !client.response().isWhole)
    }
  }

  @Test func `let a client wait until another has gone`() async throws {
    var settings = WebSettings()
    settings.connections = 1
    try await withServer(settings, respond: { .text($0.path) }) { server in
      let first = try Client(server.port)
      try await first.ask("/first")
      #expect(await first.response().text == "/first\n")
      let second = try Client(server.port)
      try await second.ask("/second")
      first.hangUp()
      #expect(await second.response().text == "/second\n")
    }
  }
}
