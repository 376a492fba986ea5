import Glibc
import Interop
import Synchronization
import TestKit
import Wire

/// A monitor that runs as a process of its own, in a folder of its own.
final class FleetCommandMonitor: Sendable {
  let child: ChildProcess
  /// The port of its page.
  let port: UInt16
  /// The address of its page, without TLS.
  var url: String { "http://127.0.0.1:\(port)" }
  private let lines: AsyncStream<String>
  private let seen = Mutex<[String]>([])

  /// Writes the configuration into `folder`, starts the monitor there and waits until it is online.
  ///
  /// - Parameters:
  ///   - folder: Where it keeps everything.
  ///   - broker: The broker.
  ///   - port: The port of its page; `nil` looks for one.
  ///   - web: Settings of its page besides, each in a line with two spaces before it.
  ///   - more: Settings besides.
  /// - Throws: Why it did not come online.
  init(
    in folder: String, at broker: MosquittoBroker, port: UInt16? = nil, web: String = "",
    more: String = ""
  ) async throws {
    self.port = try port ?? freePort()
    let configuration = """
      name: monitor-1
      broker: mqtt://127.0.0.1:\(broker.port)
      session: {reconnectLimit: 300ms}
      database: sqlite:\(folder)/fleet.db
      \(more)
      web:
        listen: 127.0.0.1:\(self.port)
      \(web)
      """
    let path = try write(configuration, to: "\(folder)/fleet.yaml")
    child = try ChildProcess(Program.fleetPath, ["monitor", "--config", path], errors: .pipe)
    lines = child.errors?.lines() ?? AsyncStream { $0.finish() }
    try await logs("online")
  }

  deinit { child.send(SIGKILL) }

  /// Waits for a log line that has a text in it.
  func logs(_ text: String) async throws {
    for await line in lines {
      seen.withLock { $0.append(line) }
      if line.contains(text) { return }
    }
    throw BoxEnded(log: log)
  }

  /// All lines that were read so far.
  var log: String { seen.withLock { $0.joined(separator: "\n") } }

  /// Runs a command of soundbox-fleet against it.
  func run(_ arguments: String..., environment: [String: String?] = [:]) async throws
    -> Program.Result
  {
    try await Program.run(
      arguments + ["--url", url], of: Program.fleetPath, environment: environment)
  }

  /// Waits until it has taken in so many receipts of an order.
  func knows(_ order: String, receipts: Int) async throws {
    while true {
      let result = try await run("order", order, "--json")
      let json = try? JSONReader.read(Array(result.output.utf8))
      if case .array(let list) = json?.object?["receipts"], list.count >= receipts { return }
      guard [0, 65].contains(result.status) else { throw BoxEnded(log: result.errors) }
    }
  }
}

/// What a box publishes, as it would.
struct FleetCommandBox {
  let broker: MosquittoBroker
  let store: String
  let box: String
  private let issuer: Issuer

  init(_ broker: MosquittoBroker, _ box: String = "counter-1", store: String = "s042") throws {
    guard let name = BoxName("\(store)/\(box)") else { throw MonitorFault(text: box) }
    self.broker = broker
    self.store = store
    self.box = box
    issuer = Issuer(store: name.store, box: name.box, session: 1, clockIsSynced: true)
  }

  /// Says how it stands.
  func publish(state: BoxState, session: Int64 = 1) async throws {
    try await broker.publish(
      state.json(session: session, at: Self.now).encoded,
      to: "soundbox/v1/\(store)/\(box)/state", isRetained: true)
  }

  /// Sends a `delivered` receipt.
  func delivered(_ id: String, order: String? = nil, seq: Int64, attempt: Int = 1) async throws {
    try await publish(
      Receipt(.delivered, id: id, order: order ?? id, attempt: attempt, times: Self.times(nil)), seq
    )
  }

  /// Sends a `handled` receipt.
  func handled(
    _ id: String, order: String? = nil, seq: Int64, attempt: Int = 1, _ outcome: Outcome = .played,
    reason: String? = nil, spoken: String? = nil
  ) async throws {
    var receipt = Receipt(
      .handled, id: id, order: order ?? id, attempt: attempt, times: Self.times(outcome))
    receipt.outcome = outcome
    receipt.reason = reason
    receipt.spoken = spoken
    try await publish(receipt, seq)
  }

  private func publish(_ receipt: Receipt, _ seq: Int64) async throws {
    try await broker.publish(
      receipt.json(from: issuer, seq: seq, at: Self.now).encoded,
      to: "soundbox/v1/\(store)/\(box)/receipt/\(receipt.kind.rawValue)")
  }

  private static var now: Timestamp { Timestamp(milliseconds: SystemClock.milliseconds) }

  private static func times(_ outcome: Outcome?) -> Receipt.Times {
    let start = Timestamp(milliseconds: SystemClock.milliseconds - 5000)
    var times = Receipt.Times(received: start)
    times.delivered = start + .milliseconds(20)
    if outcome == .played {
      times.started = start + .milliseconds(412)
      times.finished = start + .milliseconds(3412)
    }
    return times
  }
}

/// Lends a broker and a monitor that is online.
func withFleetMonitor<Result>(
  web: String = "", more: String = "",
  _ body: (MosquittoBroker, FleetCommandMonitor) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder { folder in
    try await withBroker { broker in
      let monitor = try await FleetCommandMonitor(in: folder, at: broker, web: web, more: more)
      let result = try await body(broker, monitor)
      monitor.child.send(SIGKILL)
      _ = await monitor.child.wait()
      return result
    }
  }
}
