import Database
import Fleet
import Messaging
import Postgres
import Service
import Synchronization
import TestKit
import Testing
import Wire

@testable import Monitor

/// A monitor without broker, on a real store, with a clock that the test owns.
final class TestMonitor: Sendable {
  static let start = Timestamp(milliseconds: 1_795_953_600_000)

  /// The file, or the database's URL.
  let path: String
  let monitor: FleetMonitor
  /// What the monitor publishes.
  let publications: PublicationQueue

  var repository: any FleetRepository { monitor.context.repository }
  var fleet: FleetView { monitor.fleet }

  init(
    _ path: String, _ change: (inout MonitorSettings) -> Void = { _ in },
    at start: Timestamp = TestMonitor.start
  ) throws {
    var settings = MonitorSettings(topics: try FleetTopics())
    change(&settings)
    let clock = TestTime(start)
    let publications = PublicationQueue {}
    self.path = path
    self.publications = publications
    func monitor<Database: FleetDatabase & ~Copyable>(
      _ database: consuming sending Database
    ) throws -> FleetMonitor {
      try FleetMonitor(
        database, settings, publications: publications, now: { clock.now }, log: Log { _ in })
    }
    self.monitor =
      path.hasPrefix("postgresql:")
      ? try monitor(try Postgres(url: path, migrations: Postgres.migrations))
      : try monitor(try Database(path: path, migrations: Database.migrations))
    self.clock = clock
  }

  private let clock: TestTime

  var now: Timestamp { clock.now }

  func advance(_ duration: Duration) { clock.advance(duration) }

  /// The page's answer to a `GET` of a viewer.
  func answer(_ path: String, _ query: [String: String] = [:]) async -> PageAnswer {
    var request = PageRequest(
      "GET", path, by: Principal(name: "test", role: .view, origin: "127.0.0.1"))
    request.query = query.map { ($0.key, $0.value) }
    return await monitor.page.answer(request)
  }

  /// The same, as JSON.
  func page(_ path: String, _ query: [String: String] = [:]) async throws -> JSON {
    try JSONReader.read(Array(await answer(path, query).text.utf8))
  }

  /// Takes messages as the broker brings them, in one batch.
  func take(_ messages: (topic: String, body: String)...) throws {
    try take(messages.map { ($0.topic, $0.body) })
  }

  func take(_ messages: [(String, String)], isRetained: Bool = false) throws {
    try monitor.ingest.store(
      messages.map { Message(topic: $0.0, payload: Array($0.1.utf8), isRetained: isRetained) })
  }
}

/// The time, which only the test changes.
final class TestTime: Sendable {
  private let moment: Mutex<Timestamp>

  init(_ start: Timestamp) { moment = Mutex(start) }

  var now: Timestamp { moment.withLock { $0 } }
  func advance(_ duration: Duration) { moment.withLock { $0 = $0 + duration } }
}

/// What a box publishes.
struct SampleBox {
  let name: BoxName
  let topics: Topics

  init(_ text: String = "s1/b1") throws {
    name = try #require(BoxName(text))
    topics = try FleetTopics().of(name)
  }

  func delivered(
    _ id: String, of source: String? = nil, seq: Int64, attempt: Int = 1,
    connectionNumber: Int64 = 1, at moment: Timestamp = TestMonitor.start
  ) -> (topic: String, body: String) {
    let event = EventID(source: source, id: id)
    return (
      topics[.delivered], receipt(.delivered, event, seq, attempt, connectionNumber, nil, moment)
    )
  }

  func handled(
    _ id: String, of source: String? = nil, seq: Int64, attempt: Int = 1,
    connectionNumber: Int64 = 1, _ outcome: Outcome = .played, reason: String? = nil,
    at moment: Timestamp = TestMonitor.start
  ) -> (topic: String, body: String) {
    let event = EventID(source: source, id: id)
    return (
      topics[.handled],
      receipt(.handled, event, seq, attempt, connectionNumber, outcome, moment, reason: reason)
    )
  }

  func state(_ state: BoxState, connectionNumber: Int64) -> (topic: String, body: String) {
    (topics[.state], state.json(connectionNumber: connectionNumber, at: TestMonitor.start).encoded)
  }

  func health(connectionNumber: Int64 = 1, queue: Int = 0) -> (topic: String, body: String) {
    var health = Health(
      at: TestMonitor.start, connectionNumber: connectionNumber,
      audio: Health.Audio(.idle, device: "default"),
      version: "1.0.0")
    health.queue = queue
    return (topics[.health], health.json.encoded)
  }

  private func receipt(
    _ kind: Receipt.Kind, _ event: EventID, _ seq: Int64, _ attempt: Int,
    _ connectionNumber: Int64, _ outcome: Outcome?, _ moment: Timestamp, reason: String? = nil
  ) -> String {
    var times = Receipt.Times(received: moment)
    times.delivered = moment
    if outcome == .played {
      times.started = moment + .milliseconds(400)
      times.finished = moment + .seconds(3)
    }
    var receipt = Receipt(kind, event: event, order: event.id, attempt: attempt, times: times)
    receipt.outcome = outcome
    receipt.reason = reason
    receipt.hasHandled = outcome?.settlesID ?? false
    return receipt.json(
      from: Issuer(
        store: name.store, box: name.box, connectionNumber: connectionNumber, clockIsSynced: true),
      seq: seq, at: moment
    ).encoded
  }
}

/// Lends a fresh monitor.
func withMonitor<Result>(
  on kind: DatabaseKind = .sqlite, _ change: (inout MonitorSettings) -> Void = { _ in },
  _ body: (TestMonitor) async throws -> Result
) async throws -> Result {
  try await withFleetDatabase(kind) { place in try await body(TestMonitor(place, change)) }
}
