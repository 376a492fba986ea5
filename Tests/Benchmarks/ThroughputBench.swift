import Messaging
import MQTT
import TestKit

/// Orders through the box, durably, against the same messages through the broker alone.
///
/// The broker carries one message an order in its own run, two where the box only receives, and three
/// where it speaks as well.
enum ThroughputBench {
  static let count = 20_000

  static func run() async throws -> [Row] {
    try await withBroker(configuration: "max_queued_messages 1000000") { broker in
      let bare = try await flow(broker.port, to: "bench/flow", counting: "bench/flow")
      let whole = try await orders(broker.port, audio: "none", counting: "handled")
      let received = try await orders(
        broker.port, audio: "no-such-device", counting: "delivered")
      let sync = try await withTemporaryFolder { try DiskBench.sync(in: $0) }
      return [
        Row(
          what: "orders a second through the whole box", figure: "\(Int(whole))",
          beside: "broker alone \(Int(bare)), \(Duration.rounded(whole / bare)) ×",
          promise: "≥ 0.4 ×", holds: whole / bare >= 0.4),
        Row(
          what: "  durable and receipted, speaker away", figure: "\(Int(received))",
          beside: "\(Duration.rounded(received / bare)) ×, fdatasync \(sync.microseconds)",
          promise: "-", holds: true),
      ]
    }
  }

  private static func orders(
    _ port: UInt16, audio: String, counting kind: String
  ) async throws -> Double {
    try await withTemporaryFolder { folder in
      let box = try BoxUnderTest(in: folder, .init(port: port, audio: audio))
      try await waitUntilOnline(port)
      let rate = try await flow(
        port, to: "shop/orders", counting: "soundbox/v1/s042/bench/receipt/\(kind)")
      await box.stop()
      return rate
    }
  }

  static func waitUntilOnline(_ port: UInt16) async throws {
    let states = Arrivals { String(decoding: $0.payload, as: UTF8.self).contains("online") }
    try await Client.with(
      port: port, id: "waiting", subscriptions: ["soundbox/v1/s042/bench/state"],
      receive: states.note
    ) { client in _ = await states.next() }
  }

  /// How many messages a second come under the counted topic.
  static func flow(
    _ port: UInt16, to topic: String, counting counted: String, count: Int = count
  ) async throws -> Double {
    let arrivals = Arrivals { $0.topic == counted }
    return try await Client.with(
      port: port, id: "reader \(counted)",
      subscriptions: [topic == counted ? counted : "soundbox/v1/s042/bench/receipt/+"],
      receive: arrivals.note
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
