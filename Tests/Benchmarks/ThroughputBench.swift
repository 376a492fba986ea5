import MQTT
import TestKit

/// Orders through the whole box, durably, against the same messages through the broker alone.
enum ThroughputBench {
  static let count = 20_000

  static func run() async throws -> [Row] {
    try await withBroker(configuration: "max_queued_messages 1000000") { broker in
      let bare = try await flow(
        broker.port, to: "bench/flow", subscriptions: ["bench/flow"], counting: ["bench/flow"])
      return try await withTemporaryFolder { folder in
        let sync = try DiskBench.sync(in: folder)
        let box = try BoxUnderTest(in: folder, port: broker.port)
        try await waitUntilOnline(broker.port)
        let receipts = "soundbox/v1/s042/bench/receipt/"
        let rates = try await flow(
          broker.port, to: "shop/orders", subscriptions: [receipts + "+"],
          counting: [receipts + "delivered", receipts + "handled"])
        await box.stop()
        let share = rates[0] / bare[0]
        return [
          Row(
            what: "orders a second, durable and receipted", figure: "\(Int(rates[0]))",
            beside: "broker alone \(Int(bare[0])), \(Duration.rounded(share)) ×",
            promise: "≥ 0.4 ×", holds: share >= 0.4),
          Row(
            what: "  and spoken, one commit each", figure: "\(Int(rates[1]))",
            beside: "one fdatasync takes \(sync.microseconds)", promise: "-", holds: true),
        ]
      }
    }
  }

  static func waitUntilOnline(_ port: UInt16) async throws {
    let states = Arrivals { String(decoding: $0.payload, as: UTF8.self).contains("online") }
    try await Client.with(
      port: port, id: "waiting", subscriptions: ["soundbox/v1/s042/bench/state"],
      receive: states.note
    ) { client in _ = await states.next() }
  }

  /// How many messages a second come under each of the counted topics.
  private static func flow(
    _ port: UInt16, to topic: String, subscriptions: [String], counting counted: [String]
  ) async throws -> [Double] {
    let arrivals = counted.map { counted in Arrivals { $0.topic == counted } }
    return try await Client.with(
      port: port, id: "reader", subscriptions: subscriptions,
      receive: { message in for arrival in arrivals { arrival.note(message) } }
    ) { _ in
      try await Client.with(port: port, id: "writer") { writer in
        let start = ContinuousClock.now
        writer.publish((0..<count).map(BoxUnderTest.order), to: topic)
        var rates: [Double] = []
        for arrival in arrivals {
          let duration = await arrival.last(of: count) - start
          rates.append(Double(count) / (duration / .seconds(1)))
        }
        return rates
      }
    }
  }
}
