import Synchronization
import Testing
import Web

@Suite(.timeLimit(.minutes(1))) struct `Requests to a web server` {
  /// The request that the handler receives.
  private func received(_ send: @Sendable (Client) async throws -> Void) async throws -> WebRequest
  {
    let seen = Mutex<WebRequest?>(nil)
    try await withServer(respond: { request in
      seen.withLock { $0 = request }
      return WebResponse()
    }) { server in
      let client = try Client(server.port)
      try await send(client)
      #expect(await client.response().status == 200)
    }
    return try #require(seen.withLock { $0 })
  }

  @Test func `are decoded`() async throws {
    let request = try await received {
      try await $0.ask(
        "/boxes/a%2Fb/%e4%B8%AD+?q=fish+%26%20chips&q=2&&=x&empty=&bare&n=a%0Ab", "X-Token:  a b ",
        "Cookie: role=view; id=\"17\";bad", "cookie: late=a=b")
    }
    #expect(request.method == "GET")
    #expect(request.path == "/boxes/a/b/中+")
    #expect(request.segments == ["boxes", "a/b", "中+"])
    #expect(
      request.query == [
        WebField("q", "fish & chips"), WebField("q", "2"), WebField("", "x"),
        WebField("empty", ""), WebField("bare", ""), WebField("n", "a\nb"),
      ])
    #expect(request.queryItem("q") == "fish & chips")
    #expect(request.header("x-TOKEN") == "a b")
    #expect(request.header("x-other") == nil)
    #expect(
      request.cookies == [
        WebField("role", "view"), WebField("id", "17"), WebField("late", "a=b"),
      ])
    #expect(request.cookie("late") == "a=b")
    #expect(request.remoteAddress == "127.0.0.1")
    #expect(request.clientName == nil)
    #expect(request.body.isEmpty)
  }

  @Test func `have a root without segments`() async throws {
    #expect(try await received { try await $0.ask("/") }.segments.isEmpty)
    #expect(try await received { try await $0.ask("/boxes/") }.segments == ["boxes", ""])
  }

  @Test(arguments: [
    "/%", "/%4", "/%zz", "/%+1", "/%00", "/a%00b", "/%ff", "/%c0%af", "/a%0d%0ab", "/%7f", "/..",
    "/a/../b", "/%2e%2e/b", "/./b", "/?q=%00", "/?q=%", "/?%ff=1", "/a#b", "*", "http://test/",
  ])
  func `with a malformed URL are refused`(target: String) async throws {
    let calls = Counter()
    try await withServer(respond: { _ in
      calls.add()
      return WebResponse()
    }) { server in
      let client = try Client(server.port)
      try await client.ask(target)
      #expect(await client.response().status == 400)
      try await client.ask("/")
      #expect(await client.response().status == 200)
    }
    #expect(calls.value == 1)
  }

  @Test(arguments: [
    Array("GET /\0secret HTTP/1.1\r\nHost: test\r\n\r\n".utf8),
    Array("GET / HTTP/1.1\r\nHost: te\0st\r\n\r\n".utf8), Array("\0\0\0\0\r\n\r\n".utf8),
    Array("GET / HTTP/9.9\r\n\r\n".utf8), Array("GET\r\n\r\n".utf8), [0x16, 3, 1, 2, 0, 1, 0, 10],
    Array("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: -1\r\n\r\n".utf8),
    Array("GET / HTTP/1.1\r\nHost: test\r\nX: \(String(repeating: "a", count: 99_999))".utf8),
  ])
  func `that are garbage do not disturb others`(bytes: [UInt8]) async throws {
    try await withServer(respond: { .text($0.path) }) { server in
      let client = try Client(server.port)
      try? await client.send(bytes)
      let other = try Client(server.port)
      try await other.ask("/other")
      #expect(await other.response().text == "/other\n")
    }
  }

  @Test func `carry a body up to the limit`() async throws {
    var settings = WebSettings()
    settings.bodyLimit = 100_000
    let body = String(repeating: "0123456789", count: 10_000)
    try await withServer(settings, respond: { .text("\($0.method) \($0.body.count)") }) { server in
      let client = try Client(server.port)
      for length in [0, 1, 100_000] {
        try await client.send(
          "PUT / HTTP/1.1\r\nHost: test\r\nContent-Length: \(length)\r\n\r\n\(body.prefix(length))")
        #expect(await client.response().text == "PUT \(length)\n")
      }
      try await client.send(
        "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n186a0\r\n\(body)\r\n0\r\n\r\n"
      )
      #expect(await client.response().text == "POST 100000\n")
      try await client.send(
        "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "186a0\r\n\(body)\r\n1\r\nx\r\n0\r\n\r\n")
      #expect(await client.response().status == 413)
      let announced = try Client(server.port)
      try await announced.send(
        "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 100001\r\nExpect: 100-continue\r\n\r\n")
      #expect(await announced.response().status == 413)
    }
  }

  @Test func `without an end are closed`() async throws {
    try await withServer(respond: { _ in WebResponse() }) { server in
      let client = try Client(server.port)
      try await client.send("POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = "10000\r\n\(String(repeating: "x", count: 65_536))\r\n"
      await #expect(throws: (any Error).self) { while true { try await client.send(chunk) } }
    }
  }

  @Test func `of any method reach the handler`() async throws {
    #expect(try await received { try await $0.ask("/", method: "BREW") }.method == "BREW")
  }

  @Test func `with HEAD are answered without a body`() async throws {
    try await withServer(respond: { .text($0.method) }) { server in
      let client = try Client(server.port)
      try await client.ask("/", method: "HEAD")
      let head = await client.response(hasBody: false)
      #expect(head.header("content-length") == "4")
      try await client.ask("/")
      #expect(await client.response().text == "GET\n")
    }
  }

  @Test func `may be pipelined`() async throws {
    try await withServer(respond: { .text($0.path) }) { server in
      let client = try Client(server.port)
      for number in 1...20 { try await client.ask("/\(number)") }
      for number in 1...20 { #expect(await client.response().text == "/\(number)\n") }
    }
  }
}
