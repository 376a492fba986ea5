import Testing
import Web

@Suite(.timeLimit(.minutes(1))) struct `The end of a web server` {
  @Test func `breaks off chunks and handlers, and waits for them`() async throws {
    let ended = Counter()
    let begun = Signal()
    let clients = try await withServer(respond: { request in
      switch request.path {
      case "/chunks":
        return WebResponse(
          body: .chunks {
            begun.fire()
            try? await Task.sleep(for: .seconds(3_600))
            ended.add()
            return [1]
          })
      default:
        begun.fire()
        try? await Task.sleep(for: .seconds(3_600))
        ended.add()
        return .text("handled")
      }
    }) { server in
      let clients = try (0..<2).map { _ in try Client(server.port) }
      for (client, path) in zip(clients, ["/chunks", "/handler"]) {
        try await client.ask(path)
      }
      await begun.wait()
      await begun.wait()
      return clients
    }
    #expect(ended.value == 2)
    // No response was complete.
    for client in clients {
      let rest = await client.take(.max)
      #expect(!String(decoding: rest, as: UTF8.self).hasSuffix("0\r\n\r\n"))
    }
  }

  @Test func `sends no response that was cut short`() async throws {
    let begun = Signal()
    let clients = try await withServer(respond: { _ in
      begun.fire()
      try? await Task.sleep(for: .seconds(3_600))
      return .text("nothing found")
    }) { server in
      let clients = try (0..<50).map { _ in try Client(server.port) }
      for client in clients { try await client.ask("/") }
      for _ in clients { await begun.wait() }
      return clients
    }
    for client in clients { #expect(await client.take(.max).isEmpty) }
  }

  /// Counts how many exports have begun and ended.
  private final class Export: Sendable {
    private let closed: Counter

    init(_ opened: Counter, _ closed: Counter) {
      opened.add()
      self.closed = closed
    }

    deinit { closed.add() }
  }

  @Test func `may come at any moment`() async throws {
    for _ in 1...30 {
      let opened = Counter()
      let closed = Counter()
      try await withServer(respond: { request in
        if request.path == "/text" { return .text("text") }
        let export = Export(opened, closed)
        return WebResponse(body: .chunks { withExtendedLifetime(export) { [1, 2, 3] } })
      }) { server in
        let clients = try (0..<20).map { _ in try Client(server.port) }
        for (number, client) in clients.enumerated() {
          try await client.ask(number % 2 == 0 ? "/chunks" : "/text")
        }
        _ = await clients[0].take(through: "\r\n\r\n")
        for client in clients.dropFirst(15) { client.hangUp() }
      }
      #expect(opened.value == closed.value)
    }
  }

  @Test func `releases the port`() async throws {
    let port = try await withServer(respond: { _ in .text("first") }) { server in
      let client = try Client(server.port)
      try await client.ask("/")
      #expect(await client.response().text == "first\n")
      return server.port
    }
    // A child that another test starts at this moment may still hold the socket.
    while true {
      do throws(WebError) {
        let next = try WebServer(WebSettings(port: port)) { _ in WebResponse() }
        #expect(next.port == port)
        return
      } catch {
        guard error.isTransient else { throw error }
        await Task.yield()
      }
    }
  }
}
