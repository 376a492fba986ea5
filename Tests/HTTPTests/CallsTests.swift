import HTTP
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `An HTTP call` {
  let client = HTTPClient()

  @Test func `sends what it was given, and brings back what was answered`() async throws {
    let server = try ScriptedWebServer()
    async let asked = server.answer(
      201, headers: ["X-Mark: a", "x-mark: b"], body: "taken")
    let reply = try await client.send(
      HTTPRequest(
        "POST", "\(server.url)/hook?x=1",
        headers: [HTTPHeader("X-Token", "t 1"), HTTPHeader("X-Empty", "")],
        body: Array("{}\u{0}é".utf8)))
    let request = try await asked
    #expect(request.line == "POST /hook?x=1 HTTP/1.1")
    #expect(request.headers["x-token"] == "t 1")
    #expect(request.headers["x-empty"] == "")
    #expect(request.headers["content-type"] == nil && request.headers["expect"] == nil)
    #expect(request.body == "{}\u{0}é")
    #expect(reply.status == 201 && reply.isSuccess)
    #expect(reply["X-MARK"] == "a")
    #expect(String(decoding: reply.body, as: UTF8.self) == "taken")
  }

  @Test(arguments: [("GET", false), ("DELETE", false), ("POST", true), ("PUT", true)])
  func `says how long its body is when the method has one`(
    method: String, hasLength: Bool
  ) async throws {
    let server = try ScriptedWebServer()
    async let asked = server.answer(200)
    _ = try await client.send(HTTPRequest(method, server.url))
    let request = try await asked
    #expect(request.line == "\(method) / HTTP/1.1")
    #expect(request.headers["content-length"] == (hasLength ? "0" : nil))
  }

  @Test func `does not follow a redirect`() async throws {
    let server = try ScriptedWebServer()
    async let asked = server.answer(302, headers: ["Location: /other"])
    let reply = try await client.send(HTTPRequest("GET", server.url))
    _ = try await asked
    #expect(reply.status == 302 && reply["location"] == "/other")
  }

  @Test func `takes no more of an answer than it may`() async throws {
    var settings = CallSettings()
    settings.largestBody = 10
    let client = HTTPClient(settings)
    let server = try ScriptedWebServer()
    async let first = server.answer(200, body: "0123456789")
    #expect(try await client.send(HTTPRequest("GET", server.url)).body.count == 10)
    _ = try await first
    async let second = server.answer(200, body: "0123456789a")
    let error = await #expect(throws: CallError.self) {
      try await client.send(HTTPRequest("GET", server.url))
    }
    _ = try await second
    #expect(error?.reason == "the response is larger than 10 bytes")
  }

  @Test func `takes no endless head`() async throws {
    let server = try ScriptedWebServer()
    async let answered: Void = {
      let connection = try await server.connection()
      _ = try await connection.request()
      let line = "X-Filler: \(String(repeating: "x", count: 1000))\r\n"
      connection.send("HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 80))
      await connection.end()
    }()
    let error = await #expect(throws: CallError.self) {
      try await client.send(HTTPRequest("GET", server.url))
    }
    try await answered
    #expect(error?.reason.contains("head") == true)
  }

  @Test(arguments: [
    "ftp://127.0.0.1/", "file:///etc/passwd", "127.0.0.1", "http://", "", "http://u:secret@host/",
    "http://host/ secret", "http://host/\u{0}secret",
  ])
  func `calls nothing but web addresses without passwords`(url: String) async throws {
    let error = await #expect(throws: CallError.self) {
      try await client.send(HTTPRequest("GET", url))
    }
    #expect(error?.isTransient == false)
    #expect(error?.description.contains("secret") == false)
  }

  @Test(arguments: [
    HTTPRequest("GET /x HTTP/1.1\r\n", "http://127.0.0.1:1"),
    HTTPRequest("GET", "http://127.0.0.1:1", headers: [HTTPHeader("A", "secret\r\nB: 1")]),
    HTTPRequest("GET", "http://127.0.0.1:1", headers: [HTTPHeader("A\r\nsecret", "1")]),
    HTTPRequest("GET", "http://127.0.0.1:1", headers: [HTTPHeader("A: secret", "1")]),
  ])
  func `lets nothing break out of its place`(request: HTTPRequest) async throws {
    let error = await #expect(throws: CallError.self) { try await client.send(request) }
    #expect(error?.code == 0)
    #expect(error?.description.contains("secret") == false)
  }

  @Test func `tells the server, and not the secret in the address, when nobody answers`()
    async throws
  {
    let port = try freePort()
    let error = await #expect(throws: CallError.self) {
      try await client.send(HTTPRequest("GET", "http://127.0.0.1:\(port)/secret?token=secret"))
    }
    #expect(error?.step == "call http://127.0.0.1:\(port)")
    #expect(error?.isTransient == true)
    #expect(error?.description.contains("secret") == false)
  }

  @Test func `gives up when the time is over`() async throws {
    var settings = CallSettings()
    settings.total = .milliseconds(50)
    let server = try ScriptedWebServer()
    let error = await #expect(throws: CallError.self) {
      try await HTTPClient(settings).send(HTTPRequest("GET", server.url))
    }
    #expect(error?.isTransient == true)
    #expect(error?.hint.contains("more time") == true)
  }

  @Test func `ends at once when its task is cancelled`() async throws {
    let server = try ScriptedWebServer()
    let call = Task { try await client.send(HTTPRequest("GET", server.url)) }
    let connection = try await server.connection()
    _ = try await connection.request()
    call.cancel()
    await connection.end()
    let error = await #expect(throws: CallError.self) { try await call.value }
    #expect(error?.reason == "the call was cancelled")
  }

  @Test func `does not begin when its task is cancelled already`() async throws {
    let server = try ScriptedWebServer()
    let call = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await client.send(HTTPRequest("GET", server.url))
    }
    await #expect(throws: CallError.self) { try await call.value }
  }

  @Test func `keeps to itself what the server sent before it broke off`() async throws {
    let server = try ScriptedWebServer()
    async let answered: Void = {
      let connection = try await server.connection()
      _ = try await connection.request()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
      connection.close()
    }()
    let error = await #expect(throws: CallError.self) {
      try await client.send(HTTPRequest("GET", server.url))
    }
    try await answered
    #expect(error?.isTransient == true)
  }

  @Test func `holds up nobody while more calls wait than there are processors`() async throws {
    let server = try ScriptedWebServer()
    let calls = (0..<24).map { _ in
      Task { try await client.send(HTTPRequest("GET", server.url)).status }
    }
    var connections: [ScriptedWebConnection] = []
    for _ in calls { connections.append(try await server.connection()) }
    for connection in connections {
      _ = try await connection.request()
      connection.send("HTTP/1.1 204 X\r\nConnection: close\r\n\r\n")
    }
    for call in calls { #expect(try await call.value == 204) }
  }
}
