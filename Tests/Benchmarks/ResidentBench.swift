import Interop
import Messaging
import MQTT
import TestKit

/// Memory, start and idle processor time of the running box with a full pack.
enum ResidentBench {
  static func run() async throws -> [Row] {
    try await withBroker { broker in
      let starts = try await starts(broker.port)
      let (memory, idle) = try await use(.init(port: broker.port), orders: 200, seconds: 10)
      let (withServer, _) = try await withSoundServer { server in
        try await use(
          .init(port: broker.port, audio: server.device, environment: server.environment),
          orders: 3, seconds: 0)
      }
      return [
        row("resident memory after 200 orders", memory),
        row("  with a sound server, after 3 orders", withServer),
        Row(
          what: "start of the program → online, p50", figure: starts.percentile(0.5).milliseconds,
          beside: "worst of \(starts.count) \(starts.percentile(1).milliseconds)",
          promise: "≤ 300 ms", holds: starts.percentile(0.5) <= .milliseconds(300)),
        Row(
          what: "idle processor use", figure: "\(Duration.rounded(idle)) %",
          beside: "over 10 s, of one core", promise: "≤ 0.5 %", holds: idle <= 0.5),
      ]
    }
  }

  private static func row(_ what: String, _ memory: Int) -> Row {
    Row(
      what: what, figure: "\(memory / 1024) MiB", beside: "-", promise: "≤ 30 MB",
      holds: memory * 1024 <= 30_000_000)
  }

  /// The resident memory of a box after some orders, in KiB, and its use of a core while it then idles,
  /// in per cent.
  private static func use(
    _ setup: BoxUnderTest.Setup, orders: Int, seconds: Int
  ) async throws -> (memory: Int, idle: Double) {
    try await withTemporaryFolder { folder in
      let box = try BoxUnderTest(in: folder, setup)
      try await ThroughputBench.waitUntilOnline(setup.port)
      try await speak(setup.port, orders)
      let memory = Machine.resident(box.process.processID)
      let before = Machine.processorTime(box.process.processID)
      try await Task.sleep(for: .seconds(seconds))
      let idle = Double(Machine.processorTime(box.process.processID) - before)
      await box.stop()
      return (memory, idle / Double(max(1, seconds)))
    }
  }

  private static func starts(_ port: UInt16) async throws -> [Duration] {
    let states = Arrivals { String(decoding: $0.payload, as: UTF8.self).contains("online") }
    return try await Client.with(
      port: port, id: "watch", subscriptions: ["soundbox/v1/s042/bench/state"], receive: states.note
    ) { _ in
      var times: [Duration] = []
      for _ in 0..<10 {
        try await withTemporaryFolder { folder in
          let start = ContinuousClock.now
          let box = try BoxUnderTest(in: folder, .init(port: port))
          times.append(await states.next() - start)
          await box.stop()
        }
      }
      return times
    }
  }

  private static func speak(_ port: UInt16, _ count: Int) async throws {
    let receipts = Arrivals { $0.topic.hasSuffix("/handled") }
    try await Client.with(
      port: port, id: "speaking", subscriptions: ["soundbox/v1/s042/bench/receipt/+"],
      receive: receipts.note
    ) { client in
      client.publish((0..<count).map(BoxUnderTest.order), to: "shop/orders")
      _ = await receipts.last(of: count)
    }
  }
}
