import Fleet
import HTTP
import Database
import Digest
import Interop
import Messaging
import Service
import TestKit
import Testing
import Wire

@testable import Monitor

@Suite(.timeLimit(.minutes(1))) struct `Telling of alarms` {
  private let secret = Array("a secret of the test's".utf8)

  private func webhook(_ server: ScriptedWebServer, _ monitor: TestMonitor) -> Webhook {
    Webhook(
      "\(server.url)/hook", secret: secret, now: monitor.monitor.context.now,
      poster: CallsPoster(client: HTTPClient()))
  }

  private func alarms(
    _ monitor: TestMonitor, _ channels: [any AlarmChannel]
  ) throws -> Alarms {
    var settings = AlarmSettings()
    settings.settling = .zero
    settings.interval = .seconds(3600)
    settings.rules = [
      AlarmRule(try #require(Identifier(rawValue: "lost")), .lost(after: .zero), .critical)
    ]
    monitor.fleet.broker(isOnline: true)
    var context = monitor.monitor.context
    context.settings.alarms = settings
    return Alarms(
      context, channels: channels,
      backoff: Backoff(base: .milliseconds(10), limit: .milliseconds(10)))
  }

  /// Whether a call is signed by who knows the secret, as a receiver would find out.
  private func isSigned(_ request: WebRequest, at moment: Timestamp) -> Bool {
    let time = moment.milliseconds / 1000
    let code = SHA256.hmacHex(of: Array("\(time).\(request.body)".utf8), key: secret)
    return request.headers["x-soundbox-signature"] == "t=\(time),v1=\(code)"
  }

  @Test func `tries again until the webhook takes it, and then goes on`() async throws {
    let server = try ScriptedWebServer()
    try await withMonitor { monitor in
      let alarms = try alarms(monitor, [webhook(server, monitor)])
      let box = try SampleBox()
      try monitor.take(box.state(.lost, connectionNumber: 1))
      try await whileRunning(alarms.services) {
        let first = try await server.answer(503)
        let broken = try await server.connection()
        let second = try await broken.request()
        broken.close()
        let third = try await server.answer(204)
        #expect(first.line == "POST /hook HTTP/1.1")
        #expect(first.headers["content-type"] == "application/json")
        #expect(first.body == second.body && second.body == third.body)
        for request in [first, second, third] {
          #expect(isSigned(request, at: TestMonitor.start))
        }
        let body = try JSONReader.read(Array(third.body.utf8))
        #expect(body.value(at: ["event"])?.text == "raised")
        #expect(body.value(at: ["rule"])?.text == "lost")
        #expect(body.value(at: ["severity"])?.text == "critical")
        #expect(body.value(at: ["store"])?.text == "s1" && body.value(at: ["box"])?.text == "b1")
        let ids = [first, second, third].compactMap { $0.headers["idempotency-key"] }
        #expect(ids.count == 3 && Set(ids) == [body.value(at: ["id"])?.text])

        try monitor.take(box.state(.online, connectionNumber: 2))
        _ = await alarms.engine.evaluate()
        monitor.advance(.seconds(30))
        #expect(await alarms.engine.evaluate())
        alarms.notify()
        let over = try await server.answer(200)
        #expect(isSigned(over, at: TestMonitor.start + .seconds(30)))
        let end = try JSONReader.read(Array(over.body.utf8))
        #expect(end.value(at: ["event"])?.text == "cleared")
        #expect(end.value(at: ["raisedAt"])?.text == "\(TestMonitor.start)")
        #expect(end.value(at: ["clearedAt"])?.text == "\(TestMonitor.start + .seconds(30))")
        #expect(over.headers["idempotency-key"] != ids.first)
      }
    }
  }

  @Test func `tells after a restart what was not confirmed, and only that`() async throws {
    let server = try ScriptedWebServer()
    try await withTemporaryFolder { folder in
      let path = "\(folder)/fleet.db"
      var id: String?
      do {
        let monitor = try TestMonitor(path)
        let alarms = try alarms(monitor, [webhook(server, monitor)])
        try monitor.take(try SampleBox("s1/a").state(.lost, connectionNumber: 1))
        try await whileRunning(alarms.services) {
          try await server.answer(200)
          try monitor.take(try SampleBox("s1/b").state(.lost, connectionNumber: 1))
          #expect(await alarms.engine.evaluate())
          alarms.notify()
          // The receiver has it, and the monitor goes before it knows.
          let request = try await server.connection().request()
          id = request.headers["idempotency-key"]
        }
      }
      let monitor = try TestMonitor(path)
      let alarms = try alarms(monitor, [webhook(server, monitor)])
      try await whileRunning(alarms.services) {
        let again = try await server.answer(200)
        #expect(again.headers["idempotency-key"] == id)
        try monitor.take(try SampleBox("s1/c").state(.lost, connectionNumber: 1))
        #expect(await alarms.engine.evaluate())
        alarms.notify()
        let next = try await server.answer(200)
        #expect(next.body.contains(#""subject":"box s1/c""#))
      }
    }
  }

  @Test func `does not stick at what the webhook will never take`() async throws {
    let server = try ScriptedWebServer()
    try await withMonitor { monitor in
      let alarms = try alarms(monitor, [webhook(server, monitor)])
      try monitor.take(
        try SampleBox("s1/a").state(.lost, connectionNumber: 1),
        try SampleBox("s1/b").state(.lost, connectionNumber: 1))
      try await whileRunning(alarms.services) {
        let first = try await server.answer(422)
        let second = try await server.answer(200)
        #expect(first.body.contains(#""subject":"box s1/a""#))
        #expect(second.body.contains(#""subject":"box s1/b""#))
      }
    }
  }

  @Test func `goes on by one way while another is blocked`() async throws {
    let server = try ScriptedWebServer()
    let signal = AsyncSignal()
    let publications = PublicationQueue { signal.notify() }
    let topic = AlarmTopic(timeout: .seconds(60), publications: publications)
    try await withMonitor { monitor in
      let alarms = try alarms(monitor, [webhook(server, monitor), topic])
      try monitor.take(try SampleBox().state(.lost, connectionNumber: 1))
      try await whileRunning(alarms.services) {
        let blocked = try await server.connection()
        let request = try await blocked.request()
        await signal.wait()
        let publication = try #require(publications.next(atMost: 10).first)
        #expect(publication.topic == "soundbox/v1/alarm/lost")
        #expect(String(decoding: publication.payload, as: UTF8.self) == request.body)
        publications.note([
          PublicationResult(try #require(publication.token), .refused(reason: "quota exceeded"))
        ])
        await signal.wait()
        let again = try #require(publications.next(atMost: 10).first)
        #expect(again.payload == publication.payload && again.token != publication.token)
        publications.note([PublicationResult(try #require(again.token), .accepted)])
        try monitor.take(try SampleBox("s1/b2").state(.lost, connectionNumber: 1))
        #expect(await alarms.engine.evaluate())
        alarms.notify()
        await signal.wait()
        let next = try #require(publications.next(atMost: 10).first)
        #expect(String(decoding: next.payload, as: UTF8.self).contains("box s1/b2"))
      }
    }
  }

  @Test func `is a part of the monitor`() async throws {
    let server = try ScriptedWebServer()
    try await withTemporaryFolder { folder in
      var settings = MonitorSettings(topics: try FleetTopics())
      settings.name = "monitor-7"
      settings.alarms.settling = .zero
      settings.alarms.rules = [
        AlarmRule(try #require(Identifier(rawValue: "lost")), .lost(after: .zero))
      ]
      let now: @Sendable () -> Timestamp = { TestMonitor.start }
      let hook = Webhook(
        server.url, secret: secret, now: now, poster: CallsPoster(client: HTTPClient()))
      let monitor = try FleetMonitor(
        try Database(path: "\(folder)/fleet.db", migrations: Database.migrations), settings,
        channels: [hook], publications: PublicationQueue {}, now: now, log: Log { _ in })
      let (topic, body) = try SampleBox().state(.lost, connectionNumber: 1)
      try monitor.ingest.store([Message(topic: topic, payload: Array(body.utf8), isRetained: true)])
      monitor.fleet.broker(isOnline: true)
      try await whileRunning(monitor.services) {
        let request = try await server.answer(200)
        #expect(request.body.contains(#""monitor":"monitor-7""#))
      }
    }
  }

  @Test func `signs as the protocol says`() async throws {
    struct Keeper: WebhookPosting {
      func post(_ call: WebhookCall) async throws -> Int { 200 }
    }
    let alarm = Alarm(
      name: "lost", subject: "fleet", raisedAt: Timestamp(milliseconds: 1_700_000_000_000),
      text: "25 boxes", severity: "critical")
    let call = Webhook(
      "https://alarms.example", secret: Array("key".utf8),
      now: { Timestamp(milliseconds: 1_700_000_000_999) }, poster: Keeper()
    ).call(AlarmNotice(alarm, .raised, monitor: "m"))
    let body = String(decoding: call.body, as: UTF8.self)
    let signature = try #require(call.headers.first { $0.name == "X-Soundbox-Signature" }?.value)
    // What `openssl dgst -sha256 -hmac key` says of the same text.
    let openssl = try ChildProcess(
      "openssl", ["dgst", "-sha256", "-hmac", "key", "-r"], input: .pipe, output: .pipe)
    try openssl.input?.write(Array("1700000000.\(body)".utf8))
    openssl.closeInput()
    let answer = String(decoding: await openssl.output?.readToEnd() ?? [], as: UTF8.self)
    let code = try #require(answer.split(separator: " ").first)
    #expect(signature == "t=1700000000,v1=\(code)")
  }
}

/// Joins the webhook with the edge, as a program does.
private struct CallsPoster: WebhookPosting {
  let client: HTTPClient

  func post(_ call: WebhookCall) async throws -> Int {
    try await client.send(
      HTTPRequest(
        "POST", call.url, headers: call.headers.map { HTTPHeader($0.name, $0.value) },
        body: call.body)
    ).status
  }
}

extension Alarms {
  /// Wakes all deliveries.
  fileprivate func notify() {
    for signal in signals { signal.notify() }
  }
}

/// Runs services until the body has ended.
private func whileRunning(
  _ services: [any Service], _ body: () async throws -> Void
) async throws {
  let running = Task {
    await withDiscardingTaskGroup { group in
      for service in services { group.addTask { try? await service.run() } }
    }
  }
  do {
    try await body()
  } catch {
    running.cancel()
    await running.value
    throw error
  }
  running.cancel()
  await running.value
}
