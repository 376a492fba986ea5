import Synchronization
import Testing
import Web

@Suite(.timeLimit(.minutes(1))) struct `Streams of a web server` {
  @Test func `tell each event as it happens`() async throws {
    let stream = WebStream()
    try await withServer(respond: { _ in WebResponse(body: .stream(stream)) }) { server in
      #expect(stream.send(Array("early".utf8)))
      let client = try Client(server.port)
      try await client.ask("/")
      _ = await client.take(through: "\r\n\r\n")
      #expect(await client.chunk() == "early")
      for number in 1...100 {
        #expect(stream.send(Array("event \(number)".utf8)))
        #expect(await client.chunk() == "event \(number)")
      }
      stream.finish()
      #expect(!stream.send([1]))
      #expect(await client.take(through: "\r\n\r\n") == "0\r\n\r\n")
    }
  }

  @Test func `notice a client that goes while nothing happens`() async throws {
    let closed = Signal()
    let stream = WebStream { closed.fire() }
    try await withServer(respond: { _ in WebResponse(body: .stream(stream)) }) { server in
      let client = try Client(server.port)
      try await client.ask("/")
      _ = await client.take(through: "\r\n\r\n")
      client.hangUp()
      await closed.wait()
      #expect(!stream.isOpen)
      #expect(!stream.send([1]))
    }
  }

  @Test func `notice a client that left before its answer`() async throws {
    let closed = Signal()
    let mayGo = Signal()
    let hasCome = Signal()
    try await withServer(respond: { _ in
      hasCome.fire()
      await mayGo.wait()
      return WebResponse(body: .stream(WebStream { closed.fire() }))
    }) { server in
      let client = try Client(server.port)
      try await client.ask("/")
      await hasCome.wait()
      client.hangUp()
      mayGo.fire()
      await closed.wait()
    }
  }

  @Test func `drop a client that does not read`() async throws {
    let closed = Signal()
    let stream = WebStream(unreadLimit: 100_000) { closed.fire() }
    try await withServer(respond: { _ in WebResponse(body: .stream(stream)) }) { server in
      let client = try Client(server.port, receiveBuffer: 4_096)
      try await client.ask("/")
      _ = await client.take(through: "\r\n\r\n")
      let event = [UInt8](repeating: 1, count: 1_000)
      var sent = 0
      // The kernel takes some megabytes for the client before anything waits here.
      while sent < 50_000_000, stream.send(event) { sent += event.count }
      #expect(sent >= 100_000)
      #expect(sent < 50_000_000)
      await closed.wait()
      #expect(!stream.isOpen)
      // What the kernel holds may still come; the end of the body does not.
      let rest = await client.take(.max)
      #expect(rest.count < 2 * sent)
      let isWhole = rest.suffix(5) == Array("0\r\n\r\n".utf8)[...]
      #expect(!isWhole)
    }
  }

  @Test func `drop a client that has not read for long`() async throws {
    let closed = Signal()
    let stream = WebStream(unreadLimit: 20_000_000) { closed.fire() }
    try await withServer(respond: { request in
      request.path == "/" ? WebResponse(body: .stream(stream)) : WebResponse()
    }) { server in
      let client = try Client(server.port, receiveBuffer: 4_096)
      try await client.ask("/")
      _ = await client.take(through: "\r\n\r\n")
      #expect(stream.send([UInt8](repeating: 1, count: 20_000_000)))
      // Each turn of the server fills the kernel's buffers further, until they are full.
      let other = try Client(server.port)
      for _ in 1...2_000 {
        try await other.ask("/other")
        #expect(await other.response().status == 200)
      }
      while stream.send([UInt8](repeating: 2, count: 1_000_000)) {}
      await closed.wait()
    }
  }

  @Test func `leave the connection for other requests when they are finished`() async throws {
    let closed = Counter()
    try await withServer(respond: { request in
      let stream = WebStream { closed.add() }
      stream.send(Array(request.path.utf8))
      stream.finish()
      return WebResponse(body: .stream(stream))
    }) { server in
      let client = try Client(server.port)
      for number in 1...50 {
        try await client.ask("/\(number)")
        let response = await client.response()
        #expect(response.text == "/\(number)")
        #expect(response.isWhole)
      }
    }
    #expect(closed.value == 50)
  }

  @Test func `end when only the head is asked for`() async throws {
    let closed = Signal()
    try await withServer(respond: { _ in
      WebResponse(body: .stream(WebStream { closed.fire() }))
    }) { server in
      let client = try Client(server.port)
      try await client.ask("/", method: "HEAD")
      #expect(await client.response(hasBody: false).status == 200)
      await closed.wait()
    }
  }
}
