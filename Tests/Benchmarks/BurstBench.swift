import FoundationEssentials
import Interop
import Messaging
import MQTT
import Synchronization
import TestKit

/// 500 orders at once to a box with the usual queue, which speaks in real time.
///
/// The first is spoken by itself, the others become a summary meanwhile.
enum BurstBench {
  static let count = 500
  static let warmUp = 50
  /// Long enough that a broker would miss three pings.
  static let watched = Duration.seconds(20)

  private struct Answer: Decodable {
    struct Health: Decodable { var reconnects: Int }
    var data: Health
  }

  /// What was seen of the box while the orders came.
  private struct Seen {
    var before = 0
    var peak = 0
    var after = 0
    var delivered = Duration.zero
    var handled = Duration.zero
    var isOnce = false
    var outcomes: [String: Int] = [:]
    var reconnects = 0
    var states = 0
  }

  static func run() async throws -> [Row] {
    try await withSoundServer { server in
      try await withBroker { broker in
        let rate = try await ThroughputBench.flow(
          broker.port, to: "bench/flow", counting: "bench/flow", count: count)
        let bare = Duration.seconds(Double(count) / rate)
        let seen = try await withTemporaryFolder { try await measure(broker.port, server, $0) }
        let ratio = Duration.rounded(seen.delivered / bare)
        let outcomes = seen.outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        return [
          Row(
            what: "memory that \(count) orders at once take, peak",
            figure: "\(seen.peak - seen.before) KiB",
            beside: "\(seen.before) KiB before, \(seen.after) after", promise: "< 5 MB",
            holds: (seen.peak - seen.before) * 1024 < 5_000_000),
          Row(
            what: "  published → all delivered", figure: seen.delivered.milliseconds,
            beside: "broker alone \(bare.milliseconds), \(ratio) ×", promise: "each once",
            holds: seen.isOnce),
          Row(
            what: "  published → all handled", figure: seen.handled.milliseconds,
            beside: outcomes.joined(separator: ", "), promise: "each once", holds: seen.isOnce),
          Row(
            what: "  connections lost, keep-alive of 5 s", figure: "\(seen.reconnects)",
            beside: "\(seen.states) states told in \(watched.components.seconds) s",
            promise: "0, online once",
            holds: seen.reconnects == 0 && seen.states == 1),
        ]
      }
    }
  }

  private static func measure(
    _ port: UInt16, _ server: SoundServer, _ folder: String
  ) async throws -> Seen {
    let tally = Tally()
    let states = Mutex(0)
    let answer = Mutex<[UInt8]>([])
    let answered = Arrivals { $0.topic.hasSuffix("/response/health") }
    return try await Client.with(
      port: port, id: "monitor",
      subscriptions: ["receipt/+", "response/+", "state"].map { "soundbox/v1/s042/bench/\($0)" },
      receive: { message in
        if message.topic.hasSuffix("/state") { states.withLock { $0 += 1 } }
        if message.topic.contains("/receipt/") { tally.take(message) }
        answer.withLock { $0 = message.payload }
        answered.note(message)
      }
    ) { client in
      let setup = BoxUnderTest.Setup(
        port: port, audio: server.device, leadIn: "300ms", queue: "", keepAlive: "5s",
        environment: server.environment)
      let box = try BoxUnderTest(in: folder, setup)
      try await ThroughputBench.waitUntilOnline(port)
      client.publish((0..<warmUp).map { BoxUnderTest.order(count + $0) }, to: "shop/orders")
      _ = await tally.delivered.last(of: warmUp)
      _ = await tally.handled.last(of: warmUp)
      tally.forget()

      var seen = Seen()
      try Machine.forgetPeak(box.process.processID)
      seen.before = Machine.resident(box.process.processID)
      let start = ContinuousClock.now
      client.publish((0..<count).map(BoxUnderTest.order), to: "shop/orders")
      seen.delivered = await tally.delivered.last(of: count) - start
      seen.handled = await tally.handled.last(of: count) - start
      seen.peak = Machine.peak(box.process.processID)
      try await Task.sleep(until: start + watched)
      seen.after = Machine.resident(box.process.processID)
      client.publish("{}", to: BoxUnderTest.request("health"))
      _ = await answered.next()
      let payload = Data(answer.withLock { $0 })
      seen.reconnects = try JSONDecoder().decode(Answer.self, from: payload).data.reconnects
      (seen.isOnce, seen.outcomes) = (tally.isOnce(count), tally.outcomes)
      seen.states = states.withLock { $0 }
      await box.stop()
      return seen
    }
  }
}
