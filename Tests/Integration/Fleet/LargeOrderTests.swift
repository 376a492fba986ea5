import Testing
import TestKit
import Wire

@Suite(.timeLimit(.minutes(1))) struct `A monitor of boxes that reject large order messages` {
  @Test func `expects an answer to a message of more than 1 MiB`() async throws {
    let more = """
      patience: 1s
      orders:
        - rule: {topic: "shop/{store}/orders/+", id: "{id}", say: order.new}
      """
    try await withMonitor(more: more) { broker, monitor in
      let box = try ScriptedBox(broker)
      try await box.publish(state: .online)
      try await monitor.wait { try await !$0.boxes().isEmpty }
      for size in [1_048_576, 5_000_000] {
        let note = String(repeating: "x", count: size - 26)
        try await broker.publish(
          [#"{"id":"order-7","note":"\#(note)"}"#], to: "shop/s042/orders/7")
      }
      func orders() async throws -> [String] {
        let answer = try await monitor.get("/api/unanswered")
        guard case .array(let orders)? = answer.object?["orders"] else { return [] }
        return orders.compactMap { $0.object?["order"]?.text }.sorted()
      }
      let name = "message of 5,000,000 bytes on shop/s042/orders/7"
      try await monitor.wait { _ in try await orders().count == 2 }
      #expect(try await orders() == [name, "order-7"])

      let large = try await monitor.get("/api/order?name=\(name.replacing(" ", with: "%20"))")
      let id = try #require(large.value(at: ["attempts", "0", "id"])?.text)
      #expect(id.hasPrefix("sha256:") && id.count == 71)
      try await box.handled("order-7", seq: 1)
      try await box.handled(id, seq: 2, .rejectedMalformed, reason: "message: is too large")
      try await monitor.wait { _ in try await orders().isEmpty }
    }
  }
}
