import HTTP
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Lines of an answer` {
  let client = HTTPClient()

  @Test func `come while the answer still goes on`() async throws {
    let server = try ScriptedWebServer()
    var lines = client.lines(of: HTTPRequest("GET", server.url)).makeAsyncIterator()
    let connection = try await server.connection()
    _ = try await connection.request()
    connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nid: 1\r\n\n")
    #expect(try await lines.next() == "id: 1")
    #expect(try await lines.next() == "")
    connection.send("da")
    connection.send("ta: é\nrest")
    #expect(try await lines.next() == "data: é")
    connection.close()
    #expect(try await lines.next() == "rest")
    #expect(try await lines.next() == nil)
  }

  @Test func `are not read faster than they are taken, and none is lost`() async throws {
    let server = try ScriptedWebServer()
    let count = 20_000
    async let sent: Void = {
      let connection = try await server.connection()
      _ = try await connection.request()
      connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
      for start in stride(from: 0, to: count, by: 1000) {
        connection.send((start..<start + 1000).map { "line \($0)\n" }.joined())
      }
      connection.close()
    }()
    var next = 0
    for try await line in client.lines(of: HTTPRequest("GET", server.url)) {
      if line != "line \(next)" { Issue.record("\(line) came instead of \(next)") }
      next += 1
    }
    try await sent
    #expect(next == count)
  }

  @Test(arguments: [401, 302, 500])
  func `are none if the server does not say that all is well`(status: Int) async throws {
    let server = try ScriptedWebServer()
    async let asked = server.answer(status, body: "a line\n")
    var lines: [String] = []
    let error = await #expect(throws: CallError.self) {
      for try await line in client.lines(of: HTTPRequest("GET", server.url)) {
        lines.append(line)
      }
    }
    _ = try await asked
    #expect(lines.isEmpty)
    #expect(error?.status == status)
    #expect(error?.isTransient == (status == 500))
  }

  @Test func `end with an error when they are too long`() async throws {
    var settings = CallSettings()
    settings.largestBody = 10
    let server = try ScriptedWebServer()
    async let asked = server.answer(200, body: "0123456789\n0123456789a")
    var lines: [String] = []
    let error = await #expect(throws: CallError.self) {
      for try await line in HTTPClient(settings).lines(of: HTTPRequest("GET", server.url)) {
        lines.append(line)
      }
    }
    _ = try await asked
    #expect(error?.reason == "a line of the response is larger than 10 bytes")
  }

  @Test func `end the call when nobody takes them any more`() async throws {
    let server = try ScriptedWebServer()
    func takeOne() async throws -> ScriptedWebConnection {
      let lines = client.lines(of: HTTPRequest("GET", server.url))
      let connection = try await server.connection()
      _ = try await connection.request()
      // More than wait for a taker, so that the thread waits for room.
      let text = String(repeating: "line\n", count: 1000)
      connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n\(text)")
      for try await line in lines {
        #expect(line == "line")
        break
      }
      return connection
    }
    await (try await takeOne()).end()
  }

  @Test func `end the call when their taker is cancelled`() async throws {
    let server = try ScriptedWebServer()
    let taker = Task {
      for try await _ in client.lines(of: HTTPRequest("GET", server.url)) {}
    }
    let connection = try await server.connection()
    _ = try await connection.request()
    taker.cancel()
    await connection.end()
    await #expect(throws: CancellationError.self) { try await taker.value }
  }

  @Test func `say why there are none when the address is none`() async throws {
    await #expect(throws: CallError.self) {
      for try await _ in client.lines(of: HTTPRequest("GET", "gopher://host")) {}
    }
  }
}
