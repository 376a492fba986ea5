import FoundationEssentials
import Interop
import TestKit
import Testing

/// A real broker that sends again what it has no acknowledgement of.
@Suite(.timeLimit(.minutes(2))) struct `A payment whose acknowledgement is lost` {
  private static let rules = """
      - {use: built-in, topic: pay}
    """

  /// Runs a box behind a proxy that can lose its acknowledgements.
  private func withBox(
    _ body: (MosquittoBroker, LossyProxy, ReceiptSubscriber) async throws -> Void
  ) async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let proxy = try LossyProxy(to: broker.port)
        let monitor = try await ReceiptSubscriber(broker)
        var setup = BoxProcess.Setup(port: proxy.port)
        setup.rules = Self.rules
        let box = try BoxProcess(in: folder, setup)
        try await box.logs("online")
        try await body(broker, proxy, monitor)
        #expect(await box.stop() == .exited(0))
      }
    }
  }

  @Test func `is announced once without an id, and two equal payments are announced twice`()
    async throws
  {
    try await withBox { broker, proxy, monitor in
      for round in 1...20 {
        proxy.lose(1, of: "pay")
        try await broker.publish(#"{"money":"\#(round)"}"#, to: "pay")
        // The copy comes in the resumed session, and the receipts that it repeats are published.
        try await monitor.collect { receipts in
          receipts.contains { $0.isDuplicate && $0.kind == "delivered" }
            && receipts.filter { $0.kind == "handled" && !$0.isDuplicate }.count == round
            && proxy.lostCount == round
        }
      }
      #expect(monitor.all.filter { $0.kind == "delivered" && !$0.isDuplicate }.count == 20)
      try await broker.publish(#"{"money":"7"}"#, to: "pay")
      try await broker.publish(#"{"money":"7"}"#, to: "pay")
      try await monitor.collect { receipts in
        receipts.filter { $0.kind == "handled" && !$0.isDuplicate }.count == 22
      }
      #expect(Set(monitor.all.map(\.id)).count == 22)
    }
  }

  @Test
  func `is announced once with an id, whatever comes before, in and after each of twenty cuts`()
    async throws
  {
    try await withBox { broker, proxy, monitor in
      for round in 0..<20 {
        proxy.lose(1, of: "shop/orders/7")
        for part in 1...3 {
          let id = round * 3 + part
          try await broker.publish(
            #"{"type":"order.created","order":{"id":"\#(id)","number":\#(id),"currency":"CNY","total":5}}"#,
            to: "shop/orders/7")
        }
        try await monitor.collect { receipts in
          receipts.filter { $0.kind == "handled" && !$0.isDuplicate }.count == round * 3 + 3
        }
      }
      #expect(proxy.lostCount == 20)
      #expect(Set(monitor.all.map(\.id)).count == 60)
      #expect(monitor.all.filter { $0.kind == "delivered" && !$0.isDuplicate }.count == 60)
    }
  }

  @Test func `is announced once when the box is killed before it knows`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let monitor = try await ReceiptSubscriber(broker)
        var setup = BoxProcess.Setup(port: broker.port)
        setup.rules = Self.rules
        setup.environment["KILL_SOUNDBOX_AT"] = "committed"
        let first = try BoxProcess(in: folder, setup)
        try await first.logs("online")
        try await broker.publish(#"{"money":"5"}"#, to: "pay")
        _ = await first.ended()
        setup.environment = [:]
        let second = try BoxProcess(in: folder, setup)
        try await second.logs("online")
        try await monitor.collect { receipts in
          receipts.contains { $0.isDuplicate }
            && receipts.contains { $0.kind == "handled" }
        }
        #expect(Set(monitor.all.map(\.id)).count == 1)
        #expect(await second.stop() == .exited(0))
      }
    }
  }
}

@Suite(.timeLimit(.minutes(2))) struct `A large order message` {
  @Test func `is read up to 1 MiB, and refused with a receipt beyond`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let monitor = try await ReceiptSubscriber(broker)
        let box = try BoxProcess(in: folder, BoxProcess.Setup(port: broker.port))
        try await box.logs("online")
        for (index, size) in [100, 254, 257, 300, 600, 1_000].enumerated() {
          let padding = String(repeating: "x", count: size * 1_024)
          try await broker.publish(
            [
              #"{"type":"order.created","order":{"id":"\#(size)","number":1,"currency":"CNY","total":5},"note":"\#(padding)"}"#
            ], to: "shop/orders/7")
          try await monitor.collect { receipts in
            receipts.filter { $0.kind == "handled" }.count == index + 1
          }
        }
        #expect(
          monitor.all.filter { $0.kind == "handled" }.map(\.outcome)
            == Array(repeating: "played", count: 6))
        try await broker.publish([String(repeating: "x", count: 5_000_000)], to: "shop/orders/7")
        try await monitor.collect { $0.contains { $0.outcome == "rejected" } }
        #expect(
          monitor.all.last?["reason"] == "message: 5000000 bytes long, more than 1048576")
        try await box.logs("order rejected")
        #expect(await box.stop() == .exited(0))
      }
    }
  }
}
