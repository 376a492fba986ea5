import Testing
import TestKit
import Wire

@Suite(.timeLimit(.minutes(1))) struct `A monitor and a box that read the same order messages` {
  private static let topic = "shop/orders/1"
  /// A rule of both, with a source.
  private static let rule =
    #"{topic: shop/orders/+, when: {type: paid}, source: woo, id: "{id}", say: order.new}"#

  /// Lends a monitor and a real box on one broker.
  private func withBoth(
    _ body: (MosquittoBroker, MonitorProcess) async throws -> Void
  ) async throws {
    let more = """
      orders:
        - {store: s042, rule: \(Self.rule)}
        - {store: s042, rule: {topic: shop/orders/+, id: "{id}", say: order.new, when: {type: new}}}
      """
    try await withMonitor(more: more) { broker, monitor in
      try await withTemporaryFolder { folder in
        var setup = BoxProcess.Setup(port: broker.port)
        setup.rules = "  - \(Self.rule)"
        let box = try BoxProcess(in: folder, setup)
        try await box.logs(">online")
        try await monitor.wait { try await !$0.boxes().isEmpty }
        try await body(broker, monitor)
        await box.kill()
      }
    }
  }

  /// The attempts at an order, once there are some and all were handled.
  private func attempts(_ name: String, _ monitor: MonitorProcess) async throws -> [JSON] {
    while true {
      let answer = try await monitor.ask("/api/order?name=\(name)")
      let json = try? JSONReader.read(Array(answer.text.utf8))
      if case .array(let attempts)? = json?.object?["attempts"], !attempts.isEmpty,
        attempts.allSatisfy({ $0.object?["handledAt"] != .null })
      {
        return attempts
      }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  @Test func `know an order by its id and its source`() async throws {
    try await withBoth { broker, monitor in
      try await broker.publish(#"{"type":"paid","id":"727"}"#, to: Self.topic)
      let attempts = try await attempts("727", monitor)
      #expect(attempts.count == 1)
      #expect(attempts.first?.object?["source"] == .string("woo"))
      #expect(attempts.first?.object?["publishedAt"] != .null)
      #expect(attempts.first?.object?["outcome"] == .string("played"))
    }
  }

  @Test func `name a message that is too large in the same way`() async throws {
    try await withBoth { broker, monitor in
      let note = String(repeating: "x", count: 2_000_000)
      try await broker.publish([#"{"type":"paid","id":"7","note":"\#(note)"}"#], to: Self.topic)
      try await monitor.wait { try await !$0.receipts().isEmpty }
      let id = try #require(try await monitor.receipts().first?.id)
      #expect(id.hasPrefix("sha256:"))
      let attempts = try await attempts(id, monitor)
      #expect(attempts.count == 1)
      #expect(attempts.first?.object?["publishedAt"] != .null, "the monitor knows it as well")
      #expect(attempts.first?.object?["outcome"] == .string("rejected"))
    }
  }

  @Test func `count what no rule announces`() async throws {
    try await withBoth { broker, monitor in
      try await broker.publish(
        [#"{"type":"order.ready","id":"1"}"#, #"{"type":"order.ready","id":"2"}"#], to: Self.topic)
      try await monitor.wait { monitor in
        _ = try await monitor.request("s042/counter-1", "health")
        return try await monitor.boxes().first?["ignored"]?.text == "2"
      }
      let page = try await monitor.get("/api/box?name=s042/counter-1")
      #expect(page.value(at: ["health", "ignored", "0", "topic"])?.text == Self.topic)
      #expect(page.value(at: ["health", "ignored", "0", "last"])?.text == "type=order.ready")
    }
  }
}
