import MQTT
import TestKit

/// Orders through the whole box, durably, against the same messages through the broker alone.
enum ThroughputBench {
  static let count = 20_000

  static func run() async throws -> [Row] {
    try await withBroker(configuration: "max_queued_messages 1000000") { broker in
      let bare = try await flow(
        broker.port, to: "bench/flow", subscriptions: ["bench/flow"], counting: "bench/flow")
      let box = try await withTemporaryFolder { folder in
        let box = try BoxUnderTest(in: folder, port: broker.port)
        try await waitUntilOnline(broker.port)
        let rate = try await flow(
          broker.port, to: "shop/orders", subscriptions: ["soundbox/v1/s042/bench/receipt/+"],
          counting: "soundbox/v1/s042/bench/receipt/handled")
        await box.stop()
        return rate
      }
      return [
        Row(
          what: "orders a second, handled, FULL sync", figure: "\(Int(box))",
          beside: "broker alone \(Int(bare)), \(Duration.rounded(box / bare)) ×",
          promise: "≥ 0.4 ×",
          holds: box / bare >= 0.4)
      ]
    }
  }

  static func waitUntilOnline(_ port: UInt16) async throws {
    let states = Arrivals { String(decoding: $0.payload, as: UTF8.self).contains("online") }
    try await Client.with(
      port: port, id: "waiting", subscriptions: ["soundbox/v1/s042/bench/state"],
      receive: states.note
    ) { client in _ = await states.next() }
  }

  private static func flow(
    _ port: UInt16, to topic: String, subscriptions: [String], counting counted: String
  ) async throws -> Double {
    let arrivals = Arrivals { $0.topic == counted }
    return try await Client.with(
      port: port, id: "reader", subscriptions: subscriptions, receive: arrivals.note
    ) { _ in
      try await Client.with(port: port, id: "writer") { writer in
        let start = ContinuousClock.now
        writer.publish((0..<count).map(BoxUnderTest.order), to: topic)
        let duration = await arrivals.last(of: count) - start
        return Double(count) / (duration / .seconds(1))
      }
    }
  }
}
