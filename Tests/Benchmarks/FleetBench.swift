import Database
import Interop
import MQTT
import Messaging
import Simulator
import Monitor
import Synchronization
import SQL
import TestKit
import Wire

/// A large fleet at its usual pace: how long receipts take into the monitor's store, beside what they
/// take to a bare subscriber.
enum FleetBench {
  /// For how long it is measured, once all boxes are online.
  static let seconds = 60

  static func run() async throws -> [Row] {
    try await FleetScene.with(minutes: 2) { scene in
      let (start, processorTime) = (
        SystemClock.milliseconds, Machine.processorTime(scene.monitor.process.processID)
      )
      let hops = ReceiptAges()
      let commits = try await Client.with(
        port: scene.port, id: "bare", subscriptions: ["soundbox/v1/+/+/receipt/+"],
        receive: hops.take
      ) { _ in try await watchCommits(of: scene.monitor) }
      let end = SystemClock.milliseconds
      let use = Double(Machine.processorTime(scene.monitor.process.processID) - processorTime)
      let counts = try await scene.fleet.result()
      try await scene.monitor.wait(for: counts.receipts)
      let memory = Machine.resident(scene.monitor.process.processID)
      let peak = Machine.peak(scene.monitor.process.processID)
      await scene.monitor.stop()
      let (stored, ages) = try read(scene.monitor.store, from: start, to: end)
      let p50 = ages.percentile(0.5) + commits.percentile(0.5)
      let p99 = ages.percentile(0.99) + commits.percentile(0.99)
      return [
        Row(
          what: "10,000 boxes: receipt written → stored, p99", figure: p99.milliseconds,
          beside:
            "p50 \(p50.milliseconds), commit alone \(commits.percentile(0.99).milliseconds), bare subscriber \(hops.all.percentile(0.99).milliseconds)",
          promise: "≤ 1000 ms", holds: p99 <= .seconds(1)),
        Row(
          what: "  receipts stored, each once", figure: "\(stored)",
          beside: "the boxes wrote \(counts.receipts), \(ages.count / seconds) a second",
          promise: "all", holds: stored == counts.receipts),
        Row(
          what: "  the monitor's resident memory", figure: "\(memory / 1024) MiB",
          beside: "at most \(peak / 1024) MiB", promise: "≤ 150 MB",
          holds: peak * 1024 <= 150_000_000),
        Row(
          what: "  its processor use",
          figure: "\(Duration.rounded(use * 1000 / Double(end - start))) %",
          beside: "of one core, over \((end - start) / 1000) s", promise: "-", holds: true),
      ]
    }
  }

  /// How long commits take, asked for once a second as a Prometheus may.
  private static func watchCommits(of monitor: MonitorUnderTest) async throws -> [Duration] {
    var commits: [Duration] = []
    for _ in 0..<seconds {
      try await Task.sleep(for: .seconds(1))
      guard let lag = try await monitor.metrics()["soundbox_monitor_receipt_commit_lag_seconds"]
      else { throw Unexpected("no commit lag among the metrics") }
      commits.append(.seconds(lag))
    }
    return commits
  }

  /// How many receipts there are, each counted once; and how old those of a time were when the
  /// monitor had read them.
  private static func read(
    _ store: String, from start: Int64, to end: Int64
  ) throws -> (count: Int64, ages: [Duration]) {
    var database = try Database(path: store, migrations: Database.migrations)
    let count = try database.query(
      "SELECT count(*) FROM (SELECT DISTINCT store, box, id, attempt, kind FROM receipts)", [])
    let ages = try database.query(
      "SELECT received_at - written_at FROM receipts WHERE received_at BETWEEN $1 AND $2",
      [.integer(start), .integer(end)])
    return (count[0][0], ages.map { row in .milliseconds(row[0] as Int64) })
  }
}

/// How old receipts are when they come.
private final class ReceiptAges: Sendable {
  private let ages = Mutex<[Duration]>([])

  var all: [Duration] { ages.withLock { $0 } }

  func take(_ message: Message) {
    let now = Timestamp(milliseconds: SystemClock.milliseconds)
    guard let json = try? JSONReader.read(message.payload),
      let at = json.value(at: ["at"])?.text.flatMap({ Timestamp($0) })
    else { return }
    ages.withLock { $0.append(now - at) }
  }
}
