import Messaging
import MQTT
import TestKit

/// Order published → `delivered` seen by the publisher, against two bare hops through the broker.
///
/// The box is idle when the order comes: the order before it has been handled.
enum LatencyBench {
  static let count = 2000

  static func run() async throws -> [Row] {
    try await withBroker { broker in
      let hop = try await bareHop(broker.port)
      let whole = try await withTemporaryFolder { folder in
        let states = Arrivals()
        let delivered = Arrivals { $0.topic.hasSuffix("/delivered") }
        let handled = Arrivals { $0.topic.hasSuffix("/handled") }
        return try await Client.with(
          port: broker.port, id: "monitor",
          subscriptions: ["soundbox/v1/s042/bench/receipt/+", "soundbox/v1/s042/bench/state"],
          receive: { message in
            if message.topic.hasSuffix("/state") { return states.note(message) }
            delivered.note(message)
            handled.note(message)
          }
        ) { client in
          let box = try BoxUnderTest(in: folder, .init(port: broker.port))
          _ = await states.next()
          var times: [Duration] = []
          for number in 0..<count {
            let start = ContinuousClock.now
            client.publish(BoxUnderTest.order(number), to: "shop/orders")
            times.append(await delivered.next() - start)
            _ = await handled.next()
          }
          await box.stop()
          return times
        }
      }
      let sync = try await withTemporaryFolder { try DiskBench.sync(in: $0) }
      let floor = hop.percentile(0.5) * 2
      let ratio = whole.percentile(0.5) / floor
      return [
        Row(
          what: "order published → delivered seen, p50", figure: whole.percentile(0.5).microseconds,
          beside: "two bare hops \(floor.microseconds), \(Duration.rounded(ratio)) ×",
          promise: "≤ 2.5 ×", holds: ratio <= 2.5),
        Row(
          what: "  the same, p99", figure: whole.percentile(0.99).microseconds,
          beside: "hops and one fdatasync \((floor + sync).microseconds)", promise: "-",
          holds: true),
      ]
    }
  }

  /// From a client through the broker to itself.
  static func bareHop(_ port: UInt16) async throws -> [Duration] {
    let arrivals = Arrivals()
    return try await Client.with(
      port: port, id: "bare", subscriptions: ["bench/hop"], receive: arrivals.note
    ) { client in
      var times: [Duration] = []
      for number in 0..<count {
        let start = ContinuousClock.now
        client.publish(BoxUnderTest.order(number), to: "bench/hop")
        times.append(await arrivals.next() - start)
      }
      return times
    }
  }
}
