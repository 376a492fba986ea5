import Database
import Fleet
import Interop
import Messaging
import Monitor
import Postgres
import Service
import TestKit
import Wire

/// Receipts that become durable in the monitor's store, in batches as the link hands them over,
/// beside the broker alone and beside a pipeline of two programs.
enum IngestBench {
  static let boxes = 10_000
  static let batch = 500
  static let count = 100_000

  static func run() async throws -> [Row] {
    let (bare, pipeline) = try await floors()
    let file = try await withTemporaryFolder { folder in
      try ingest(try Database(path: "\(folder)/fleet.db", migrations: Database.migrations))
    }
    let server = try await withPostgres { server in
      try ingest(try Postgres(url: server.url, migrations: Postgres.migrations))
    }
    return [
      Row(
        what: "receipts a second, durable in SQLite", figure: "\(Int(file))",
        beside: "broker alone \(Int(bare)), mosquitto_sub | sqlite3 \(Int(pipeline))",
        promise: "≥ 10000", holds: file >= 10_000),
      Row(
        what: "receipts a second, durable in PostgreSQL", figure: "\(Int(server))", beside: "-",
        promise: "≥ 5000", holds: server >= 5000),
    ]
  }

  /// How many messages a second come through the broker alone, and through a pipeline that stores each.
  private static func floors() async throws -> (bare: Double, pipeline: Double) {
    try await withBroker(configuration: "max_queued_messages 1000000") { broker in
      let bare = try await ThroughputBench.flow(
        broker.port, to: "bench/flow", counting: "bench/flow")
      let session = ["-p", "\(broker.port)", "-q", "1", "-c", "-i", "pipe", "-t", "bench/pipe"]
      let subscription = try ChildProcess("/usr/bin/mosquitto_sub", session + ["-E"])
      _ = await subscription.wait()
      let count = 5000
      try await broker.publish((0..<count).map(BoxUnderTest.order), to: "bench/pipe")
      let start = ContinuousClock.now
      let pipeline = try ChildProcess(
        "/bin/sh",
        [
          "-c",
          """
          { echo 'CREATE TABLE r (p); PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;'
            mosquitto_sub "$@" -C \(count) -F "INSERT INTO r VALUES ('%p');"
          } | sqlite3 "$0" > /dev/null
          """, "\(broker.folder)/pipe.db",
        ] + session)
      _ = await pipeline.wait()
      return (bare, Double(count) / ((.now - start) / .seconds(1)))
    }
  }

  /// How many receipts a second the intake takes.
  private static func ingest<Database: FleetDatabase & ~Copyable>(
    _ database: consuming sending Database
  ) throws -> Double {
    let monitor = try FleetMonitor(
      database, MonitorSettings(topics: try FleetTopics()), publications: PublicationQueue {},
      now: { Timestamp(milliseconds: SystemClock.milliseconds) }, log: Log { _ in })
    var receipts = SampleReceipts(boxes: boxes)
    let introductions = receipts.introductions()
    for start in stride(from: 0, to: introductions.count, by: 1000) {
      try monitor.ingest.store(Array(introductions[start..<min(start + 1000, introductions.count)]))
    }
    // The first of them fill caches.
    try monitor.ingest.store(receipts.batch(of: 10 * batch))
    var time = Duration.zero
    for _ in 0..<(count / batch) {
      let messages = receipts.batch(of: batch)
      let start = ContinuousClock.now
      try monitor.ingest.store(messages)
      time += .now - start
    }
    return Double(count) / (time / .seconds(1))
  }
}
