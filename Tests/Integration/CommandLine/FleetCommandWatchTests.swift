import Dispatch
import Glibc
import Interop
import Testing
import TestKit
import Wire

@Suite(.timeLimit(.minutes(2))) struct `Watching a fleet` {
  private func watch(_ arguments: [String], errors: ChildProcess.Stream = .pipe) throws
    -> ChildProcess
  {
    try ChildProcess(Program.fleetPath, ["watch"] + arguments, output: .pipe, errors: errors)
  }

  /// Reads objects until one is the wanted event.
  private func next(
    _ event: String, _ lines: AsyncStream<String>
  ) async throws -> JSON {
    for await line in lines {
      let json = try JSONReader.read(Array(line.utf8))
      if json.object?["event"]?.text == event { return json }
    }
    throw TestFailure(text: "the watch ended before \(event)")
  }

  @Test func `tells a script of each receipt that it asked for, and ends in peace`() async throws {
    try await withMonitor { broker, monitor in
      let child = try watch([
        "--json", "--url", monitor.url, "--store", "s042", "--outcome", "failed,expired",
      ])
      defer { child.send(SIGKILL) }
      let lines = try #require(child.output).lines()
      _ = try await next("live", lines)
      let box = try ScriptedBox(broker)
      try await box.delivered("1", seq: 1)
      try await box.handled("1", seq: 2)
      try await ScriptedBox(broker, store: "s043").handled("2", seq: 1, .expired)
      try await box.handled("3", seq: 3, .failedAudio, reason: "no device")
      let receipt = try await next("receipt", lines)
      #expect(receipt.value(at: ["order", "id"])?.text == "3", "the first that was asked for")
      #expect(receipt.value(at: ["order", "reason"])?.text == "no device")
      #expect(receipt.object?["step"]?.text == "handled")
      child.send(SIGINT)
      #expect(await child.wait() == .exited(0))
    }
  }

  @Test func `ends in peace when nobody reads any more`() async throws {
    try await withMonitor { _, monitor in
      let child = try ChildProcess(
        "sh",
        [
          "-c", #"{ "$0" watch --json --url "$1"; echo "ended with $?" >&2; } | head -n 1"#,
          Program.fleetPath, monitor.url,
        ], output: .pipe, errors: .pipe)
      async let errors = child.errors?.readToEnd()
      #expect(await child.wait() == .exited(0))
      #expect(String(decoding: await errors ?? [], as: UTF8.self) == "ended with 0\n")
    }
  }

  @Test func `says since when it is stale, and goes on where it was`() async throws {
    let server = try ScriptedWebServer()
    let child = try watch(["--url", server.url])
    defer { child.send(SIGKILL) }
    let lines = try #require(child.output).lines()
    let errors = try #require(child.errors).lines()
    func orders(
      _ id: String, _ version: Int, latency: String = "412", mark: String = "first"
    ) -> String {
      """
      id: e.\(version)
      event: orders
      data: {"complete":true,"orders":[{"step":"handled","mark":"\(mark)","at":1795953600000,"order":\
      {"store":"s042","box":"b1","id":"\(id)","outcome":"played","latency":\(latency)}}]}


      """
    }
    let first = try await server.connection()
    #expect(try await first.request().headers["last-event-id"] == nil)
    first.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + orders("1", 7))
    var seen = lines.makeAsyncIterator()
    #expect(
      await seen.next() == "2026-11-29T12:00:00.000Z\ts042/b1\t1\thandled\tplayed\t412 ms\t-")
    // What is cut off is not taken for whole.
    first.send("id: e.8\nevent: orders\ndata: {\"complete\":true,\"ord")
    first.close()
    var complaints = errors.makeAsyncIterator()
    let complaint = try #require(await complaints.next())
    #expect(complaint.hasPrefix("soundbox-fleet: stale since 2"), "\(complaint)")
    #expect(complaint.hasSuffix("; reconnecting"), "\(complaint)")

    // A server that is overloaded is asked again, with the same position.
    #expect(try await server.answer(503).headers["last-event-id"] == "e.7")
    #expect(await complaints.next()?.contains("503") == true)
    let second = try await server.connection()
    #expect(try await second.request().headers["last-event-id"] == "e.7")
    second.send(
      "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
        + orders("2", 8, latency: "null", mark: "repeated"))
    #expect(
      await seen.next() == "2026-11-29T12:00:00.000Z\ts042/b1\t2\thandled (repeated)\tplayed\t-\t-")

    // Who is not let in any more ends.
    second.close()
    _ = await complaints.next()
    try await server.answer(401)
    #expect(await complaints.next()?.contains("--token-file") == true)
    #expect(await child.wait() == .exited(78))
  }

  @Test func `goes on when the monitor is restarted`() async throws {
    try await withTemporaryFolder { folder in
      try await withBroker { broker in
        let monitor = try await MonitorProcess.online(in: folder, .init(port: broker.port))
        let child = try watch(["--json", "--url", monitor.url])
        defer { child.send(SIGKILL) }
        let lines = try #require(child.output).lines()
        _ = try await next("live", lines)
        await monitor.kill()
        let stale = try await next("stale", lines)
        #expect(stale.object?["since"]?.text.flatMap { Timestamp($0) } != nil)

        let restarted = try await MonitorProcess.online(
          in: folder, .init(port: broker.port, pagePort: monitor.port))
        _ = try await next("live", lines)
        let box = try ScriptedBox(broker)
        try await box.handled("7421", seq: 1)
        let receipt = try await next("receipt", lines)
        #expect(receipt.value(at: ["order", "id"])?.text == "7421")
        child.send(SIGTERM)
        #expect(await child.wait() == .exited(0))
        await restarted.kill()
      }
    }
  }

  @Test(arguments: [(nil, true), ("1", false)] as [(String?, Bool)])
  func `draws a table on a terminal, fits it to each size, and leaves it as it was`(
    noColour: String?, isColoured: Bool
  ) async throws {
    try await withMonitor { broker, monitor in
      let box = try ScriptedBox(broker)
      try await box.publish(state: .online)
      try await box.handled("first", seq: 1, .failedAudio, reason: "evil \u{1B}[2J \u{202E}")
      try await monitor.knows("first", receipts: 1)
      // `script` gives it a terminal.
      let shell = """
        stty rows 20 cols 120; tty; exec "\(Program.fleetPath)" watch --url \(monitor.url)
        """
      let child = try ChildProcess(
        "script", ["-qefc", shell, "/dev/null"],
        environment: ["TERM": "xterm", "NO_COLOR": noColour, "SHELL": "/bin/sh"], input: .pipe,
        output: .pipe)
      defer { child.send(SIGKILL) }
      let terminal = Terminal(try #require(child.output))
      let name = try await terminal.until {
        $0.contains("/dev/pts/") && $0.contains(where: \.isNewline)
      }
      let tty = try #require(
        name.split(whereSeparator: \.isNewline).first { $0.hasPrefix("/dev/pts/") })
      let drawn = try await terminal.until { $0.contains("first") && $0.contains("1 online") }
      #expect((name + drawn).contains("\u{1B}[?1049h"), "the screen is taken")
      #expect(drawn.contains(#"evil \u{1B}[2J \u{202E}"#), "\(drawn.debugDescription)")
      #expect(!drawn.contains("\u{1B}[2J") && !drawn.unicodeScalars.contains("\u{202E}"))
      #expect(drawn.contains("\u{1B}[31mfailed\u{1B}[0m") == isColoured)
      #expect(drawn.contains("\u{1B}[31m") == isColoured)

      try await box.handled("second", seq: 2)
      _ = try await terminal.until { $0.contains("second") }

      // Any other picture is wider than this, as the counters are.
      try await run("stty", "-F", String(tty), "cols", "30", "rows", "8")
      let small = try await terminal.until { text in
        guard let picture = Self.pictures(text).last else { return false }
        return picture.count <= 8 && picture.allSatisfy { $0.count <= 30 }
      }
      #expect(Self.pictures(small).last?.contains { $0.hasSuffix("…") } == true)

      // Ctrl-C, typed.
      try child.input?.write([3])
      _ = try await terminal.until { $0.hasSuffix("\u{1B}[?25h\u{1B}[?1049l") }
      #expect(await child.wait() == .exited(0))
    }
  }

  /// The pictures that were drawn whole, as lines without colours.
  private static func pictures(_ text: String) -> [[String]] {
    text.split(separator: "\u{1B}[H").filter { $0.contains("\u{1B}[J") }.map { picture in
      let whole = picture.split(separator: "\u{1B}[J")[0]
      return whole.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
        line in
        String(line).replacing(#/\u{1B}\[[0-9;]*[mK]/#, with: "")
      }
    }
  }
}

/// What comes out of a terminal.
private final class Terminal {
  private let pieces: AsyncStream<[UInt8]>
  private var bytes: [UInt8] = []

  init(_ file: FileDescriptor) {
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream(bufferingPolicy: .unbounded)
    DispatchQueue(label: "terminal").async {
      while let piece = try? file.read(), !piece.isEmpty { continuation.yield(piece) }
      continuation.finish()
    }
    pieces = stream
  }

  /// Reads until something holds for all that has come since the last time.
  func until(_ isEnough: (String) -> Bool) async throws -> String {
    for await piece in pieces {
      bytes += piece
      let text = String(decoding: bytes, as: UTF8.self)
      if isEnough(text) {
        bytes = []
        return text
      }
    }
    throw TestFailure(text: String(decoding: bytes, as: UTF8.self))
  }
}
