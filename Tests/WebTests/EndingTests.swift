import Synchronization
import Testing
import Web

@Suite(.timeLimit(.minutes(1))) struct `The end of a web server` {
  @Test func `breaks off streams, chunks and handlers, and waits for them`() async throws {
    let closed = Counter()
    let ended = Counter()
    let begun = Signal()
    let clients = try await withServer(respond: { request in
      switch request.path {
      case "/stream": return WebResponse(body: .stream(WebStream { closed.add() }))
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
        return WebResponse(body: .stream(WebStream { closed.add() }))
      }
    }) { server in
      let clients = try (0..<3).map { _ in try Client(server.port) }
      for (client, path) in zip(clients, ["/stream", "/chunks", "/handler"]) {
        try await client.ask(path)
      }
      _ = await clients[0].take(through: "\r\n\r\n")
      await begun.wait()
      await begun.wait()
      return clients
    }
    #expect(closed.value == 2)
    #expect(ended.value == 2)
    // Not one of them came to a good end.
    for client in clients {
      let rest = await client.take(.max)
      #expect(!String(decoding: rest, as: UTF8.self).hasSuffix("0\r\n\r\n"))
    }
  }

  @Test func `lets no answer out that was cut short`() async throws {
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

  @Test func `may come at any moment`() async throws {
    for _ in 1...30 {
      let opened = Counter()
      let closed = Counter()
      let streams = Mutex<[WebStream]>([])
      try await withServer(respond: { request in
        if request.path == "/text" { return .text("text") }
        opened.add()
        let stream = WebStream { closed.add() }
        streams.withLock { $0.append(stream) }
        return WebResponse(body: .stream(stream))
      }) { server in
        let clients = try (0..<20).map { _ in try Client(server.port) }
        for (number, client) in clients.enumerated() {
          try await client.ask(number % 2 == 0 ? "/stream" : "/text")
        }
        _ = await clients[0].take(through: "\r\n\r\n")
        await withTaskGroup { group in
          for stream in streams.withLock({ $0 }) {
            group.addTask { for _ in 1...200 { stream.send([1, 2, 3]) } }
          }
          for client in clients.dropFirst(15) { client.hangUp() }
        }
      }
      #expect(opened.value == closed.value)
      let areOpen = streams.withLock { $0.contains { $0.isOpen } }
      #expect(!areOpen)
    }
  }

  @Test func `leaves the port to the next`() async throws {
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
