import Synchronization
import Testing
import Web

@Suite(.timeLimit(.minutes(1))) struct `Responses of a web server` {
  @Test func `do not wait for one another`() async throws {
    let mayGo = Signal()
    try await withServer(respond: { request in
      if request.path == "/slow" { await mayGo.wait() }
      return .text(request.path)
    }) { server in
      let slow = try Client(server.port)
      try await slow.ask("/slow")
      let quick = try Client(server.port)
      try await quick.ask("/quick")
      #expect(await quick.response().text == "/quick\n")
      mayGo.fire()
      #expect(await slow.response().text == "/slow\n")
    }
  }

  @Test func `reach many clients at a time`() async throws {
    try await withServer(respond: { .text($0.path) }) { server in
      let clients = try (0..<300).map { _ in try Client(server.port) }
      for (number, client) in clients.enumerated() { try await client.ask("/\(number)") }
      for (number, client) in clients.enumerated() {
        #expect(await client.response().text == "/\(number)\n")
      }
    }
  }

  @Test func `carry status, headers and any bytes`() async throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    try await withServer(respond: { _ in
      WebResponse(
        status: 404,
        headers: [
          WebField("Set-Cookie", "a=1"), WebField("Set-Cookie", "b=2"), WebField("X", "é"),
        ],
        body: .bytes(bytes))
    }) { server in
      let client = try Client(server.port)
      try await client.ask("/")
      let response = await client.response()
      #expect(response.status == 404)
      #expect(response.headers.filter { $0.hasPrefix("Set-Cookie") }.count == 2)
      #expect(response.header("x") == "é")
      let isSame = response.body == bytes
      #expect(isSame)
    }
  }

  @Test(arguments: [
    WebField("X-Name", "a\r\nX-Evil: 1"), WebField("X-Name", "a\nX-Evil: 1"),
    WebField("X-Name", "a\rX-Evil: 1"), WebField("X-Name", "a\0b"), WebField("X-Name", ""),
    WebField("X-Evil: 1\r\nX", "a"), WebField("X Name", "a"), WebField("", "a"),
    WebField("Content-Length", "3"), WebField("Transfer-Encoding", "chunked"),
  ])
  func `leave out an invalid header`(header: WebField) async throws {
    let messages = Counter()
    try await withServer(
      log: { if $0.contains("header") { messages.add() } },
      respond: { _ in
        WebResponse(headers: [header, WebField("X-Last", "b")], body: .bytes([1, 2]))
      }
    ) { server in
      let client = try Client(server.port)
      try await client.ask("/")
      let response = await client.response()
      #expect(response.body == [1, 2])
      #expect(response.header("x-last") == "b")
      let names = response.headers.compactMap { $0.split(separator: ":").first }
      #expect(names == ["Date", "X-Last", "Content-Length"])
      #expect(messages.value == 1)
    }
  }

  @Test func `may come in chunks of any size`() async throws {
    let sizes = [1, 0, 100_000, 17, 65_536, 300_000, 2]
    let expected = sizes.enumerated().flatMap { [UInt8](repeating: UInt8($0), count: $1) }
    try await withServer(respond: { _ in
      let next = Counter()
      return WebResponse(
        body: .chunks {
          let number = next.add() - 1
          guard number < sizes.count else { return nil }
          return [UInt8](repeating: UInt8(number), count: sizes[number])
        })
    }) { server in
      let client = try Client(server.port)
      for _ in 1...2 {
        try await client.ask("/")
        let response = await client.response()
        #expect(response.isWhole)
        let isSame = response.body == expected
        #expect(isSame)
      }
      // HTTP/1.0 clients get them too; the end of the connection marks the end.
      let old = try Client(server.port)
      try await old.send("GET / HTTP/1.0\r\n\r\n")
      let isSame = await old.response().body == expected
      #expect(isSame)
    }
  }

  @Test func `ask for a chunk only when the client wants it`() async throws {
    let asked = Counter()
    try await withServer(respond: { _ in
      WebResponse(
        body: .chunks {
          asked.add()
          return [UInt8](repeating: 7, count: 65_536)
        })
    }) { server in
      let client = try Client(server.port)
      try await client.ask("/")
      #expect(await client.take(1_048_576).count == 1_048_576)
      client.hangUp()
    }
    // What was read, and what the kernel buffers on both sides.
    #expect(asked.value > 15)
    #expect(asked.value < 1_000)
  }

  @Test func `break off when their chunks fail`() async throws {
    struct Failure: Error {}
    try await withServer(respond: { _ in
      let next = Counter()
      return WebResponse(
        body: .chunks {
          if next.add() == 3 { throw Failure() }
          return [1]
        })
    }) { server in
      let client = try Client(server.port)
      try await client.ask("/")
      let response = await client.response()
      #expect(response.body == [1, 1])
      #expect(!response.isWhole)
    }
  }
}
