import MQTT
import TestKit

/// Order published → `delivered` seen by the publisher, against two bare hops through the broker.
enum LatencyBench {
  static let count = 2000

  static func run() async throws -> [Row] {
    try await withBroker { broker in
      let hop = try await bareHop(broker.port)
      let whole = try await withTemporaryFolder { folder in
        let states = Arrivals()
        let receipts = Arrivals { $0.topic.hasSuffix("/delivered") }
        return try await Client.with(
          port: broker.port, id: "monitor",
          subscriptions: ["soundbox/v1/s042/bench/receipt/+", "soundbox/v1/s042/bench/state"],
          receive: { $0.topic.hasSuffix("/state") ? states.note($0) : receipts.note($0) }
        ) { client in
          let box = try BoxUnderTest(in: folder, port: broker.port)
          _ = await states.next()
          var times: [Duration] = []
          for number in 0..<count {
            let start = ContinuousClock.now
            client.publish(BoxUnderTest.order(number), to: "shop/orders")
            times.append(await receipts.next() - start)
          }
          await box.stop()
          return times
        }
      }
      let floor = hop.percentile(0.5) * 2
      let ratio = whole.percentile(0.5) / floor
      return [
        Row(
          what: "order published → delivered seen, p50", figure: whole.percentile(0.5).microseconds,
          beside: "two bare hops \(floor.microseconds), \(Duration.rounded(ratio)) ×",
          promise: "≤ 2.5 ×", holds: ratio <= 2.5),
        Row(
          what: "  the same, p99", figure: whole.percentile(0.99).microseconds,
          beside: "one bare hop's p99 \(hop.percentile(0.99).microseconds)", promise: "-",
          holds: true),
      ]
    }
  }

  private static func bareHop(_ port: UInt16) async throws -> [Duration] {
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
