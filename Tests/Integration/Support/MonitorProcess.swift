import FoundationEssentials
import Interop
import TestKit
import Wire

/// `soundbox-fleet monitor` as a process of its own, in a folder of its own.
struct MonitorProcess: RunningProgram {
  /// What differs from test to test.
  struct Setup {
    /// The broker's port.
    var port: UInt16
    /// Its name, which is its client id too.
    var name = "monitor-1"
    /// Where it keeps the reports; `nil` is a SQLite file in its folder.
    var database: String?
    /// The port of its page; `nil` looks for a free one.
    var pagePort: UInt16?
    /// More settings of its page, each on a line that begins with two spaces.
    var web = ""
    /// More settings, at the top level.
    var more = ""
    /// A program that starts it, with its arguments.
    var wrapper: [String] = []
  }

  let program: ProgramUnderTest
  /// The port of its page.
  let port: UInt16
  /// The file of its configuration.
  let configuration: String

  /// The address of its page, without TLS.
  var url: String { "http://127.0.0.1:\(port)" }

  /// Writes the configuration into `folder` and starts the monitor there.
  ///
  /// - Parameters:
  ///   - folder: Where it keeps everything.
  ///   - setup: What differs from test to test.
  /// - Throws: Why it could not be started.
  init(in folder: String, _ setup: Setup) throws {
    port = try setup.pagePort ?? freePort()
    configuration = try write(
      """
      name: \(setup.name)
      broker: mqtt://127.0.0.1:\(setup.port)
      session: {reconnectLimit: 300ms, keepAlive: 5s}
      database: \(setup.database ?? "sqlite:\(folder)/fleet.db")
      \(setup.more)
      web:
        listen: 127.0.0.1:\(port)
      \(setup.web)
      """, to: "\(folder)/fleet-\(UUID().uuidString.prefix(8)).yaml")
    program = try ProgramUnderTest(
      setup.wrapper + [Program.fleetPath, "monitor", "--config", configuration])
  }

  /// Starts a monitor and waits until it is online.
  static func online(in folder: String, _ setup: Setup) async throws -> MonitorProcess {
    let monitor = try MonitorProcess(in: folder, setup)
    try await monitor.logs(">online")
    return monitor
  }

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
      guard [0, 65].contains(result.status) else { throw TestFailure(text: result.errors) }
    }
  }

  /// Waits until something holds.
  func wait(until holds: (MonitorProcess) async throws -> Bool) async throws {
    while try await !holds(self) { try await Task.sleep(for: .milliseconds(50)) }
  }
}

/// Lends a broker and a monitor that is online.
///
/// - Parameters:
///   - web: More settings of its page.
///   - more: More settings.
///   - configuration: More settings of the broker.
///   - body: What to do with them.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or why one of them did not start.
func withMonitor<Result>(
  web: String = "", more: String = "", broker configuration: String = "",
  _ body: (MosquittoBroker, MonitorProcess) async throws -> Result
) async throws -> Result {
  try await withBroker(configuration: configuration) { broker in
    try await withTemporaryFolder { folder in
      let monitor = try await MonitorProcess.online(
        in: folder, .init(port: broker.port, web: web, more: more))
      let result = try await body(broker, monitor)
      await monitor.kill()
      return result
    }
  }
}
