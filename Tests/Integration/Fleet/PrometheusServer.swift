import FoundationEssentials
import Glibc
import Interop
import Synchronization
import TestKit
import Web
import Wire

/// A real Prometheus, and in the place of an Alertmanager somebody who writes down what it is told.
final class PrometheusServer: Sendable {
  /// An alarm as Prometheus tells of it.
  struct Alarm: Decodable {
    let labels: [String: String]
    let annotations: [String: String]?
    let endsAt: String

    var name: String { labels["alertname"] ?? "" }

    /// Whether it is over: as long as it is not, its end lies ahead.
    var isOver: Bool {
      guard let end = Timestamp(endsAt) else { return false }
      return end.milliseconds <= SystemClock.milliseconds
    }
  }

  let port: UInt16
  private let child: ChildProcess
  private let alarms: AsyncStream<Alarm>

  /// Starts it, and waits until it answers.
  private init(
    in folder: String, jobs: String, rules: String, alertmanager: UInt16,
    alarms: AsyncStream<Alarm>
  ) async throws {
    port = try freePort()
    self.alarms = alarms
    let configuration = """
      global: {scrape_interval: 500ms, scrape_timeout: 500ms, evaluation_interval: 250ms}
      rule_files: [\(try write(rules, to: "\(folder)/rules.yml"))]
      alerting:
        alertmanagers:
          - static_configs: [{targets: ["127.0.0.1:\(alertmanager)"]}]
      scrape_configs:
      \(jobs)
      """
    child = try ChildProcess(
      "prometheus",
      [
        "--config.file=\(try write(configuration, to: "\(folder)/prometheus.yml"))",
        "--storage.tsdb.path=\(folder)/data", "--web.listen-address=127.0.0.1:\(port)",
      ], errors: .pipe)
    var log: [String] = []
    for await line in child.errors?.lines() ?? AsyncStream(unfolding: { nil }) {
      log.append(line)
      if line.contains("Server is ready to receive web requests") { return }
    }
    throw TestFailure(text: log.joined(separator: "\n"))
  }

  /// Waits until an alarm is raised, or is over.
  @discardableResult
  func alarm(_ name: String, isOver: Bool = false) async throws -> Alarm {
    for await alarm in alarms where alarm.name == name && alarm.isOver == isOver { return alarm }
    throw TestFailure(text: "no word of \(name)")
  }

  /// What its interface answers to a GET.
  func ask(_ path: String) async throws -> JSON {
    let text = try await get("http://127.0.0.1:\(port)/api/v1/\(path)")
    return try JSONReader.read(Array(text.utf8))
  }

  /// Lends one, and ends it.
  @discardableResult
  static func with<Result: Sendable>(
    jobs: String, rules: String, _ body: @Sendable (PrometheusServer) async throws -> Result
  ) async throws -> Result {
    let (stream, continuation) = AsyncStream<Alarm>.makeStream()
    let alertmanager = try WebServer(WebSettings()) { request in
      let alarms = try? JSONDecoder().decode([Alarm].self, from: Data(request.body))
      for alarm in alarms ?? [] { continuation.yield(alarm) }
      return WebResponse(status: alarms == nil ? 400 : 200)
    }
    return try await withTemporaryFolder { folder in
      try await withThrowingTaskGroup { group in
        group.addTask { try await alertmanager.run() }
        let server = try await PrometheusServer(
          in: folder, jobs: jobs, rules: rules, alertmanager: alertmanager.port, alarms: stream)
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await body(server)) } catch { result = .failure(error) }
        server.child.send(SIGKILL)
        _ = await server.child.wait()
        group.cancelAll()
        return try result.get()
      }
    }
  }
}

/// A monitor that lets a Prometheus read its metrics.
struct PrometheusMonitor: RunningProgram {
  private static let token = "a-token-that-nobody-guesses"

  let program: ProgramUnderTest
  let port: UInt16
  let tokenFile: String

  /// Starts it on a port that it finds by itself, and waits until it is online.
  init(in folder: String, _ broker: MosquittoBroker, more: String = "") async throws {
    tokenFile = try write(Self.token, to: "\(folder)/token")
    let monitor = try await MonitorProcess.online(
      in: folder,
      .init(
        port: broker.port, pagePort: 0,
        web: "  access: [{name: prometheus, role: view, tokenFile: \(tokenFile)}]",
        more: "patience: 1s\n\(more)"))
    program = monitor.program
    let address = monitor.log.firstMatch(of: /page served address=http:\/\/127.0.0.1:([0-9]+)/)
    guard let port = (address?.output.1).flatMap({ UInt16($0) }) else {
      throw TestFailure(text: monitor.log)
    }
    self.port = port
  }

  /// Its metrics.
  func metrics(accept: String = "text/plain") async throws -> String {
    try await get(
      "http://127.0.0.1:\(port)/metrics", "Authorization: Bearer \(Self.token)",
      "Accept: \(accept)")
  }
}

/// What `promtool check metrics` has against a text; nothing if it is as it should be.
func complaints(about metrics: String) async throws -> String {
  let child = try ChildProcess(
    "promtool", ["check", "metrics"], input: .pipe, output: .pipe, errors: .pipe)
  try child.input?.write(Array(metrics.utf8))
  child.closeInput()
  async let output = child.output?.readToEnd()
  async let errors = child.errors?.readToEnd()
  let words = String(decoding: await (output ?? []) + (errors ?? []), as: UTF8.self)
  let ending = await child.wait()
  return ending == .exited(0) ? words : "\(ending): \(words)"
}
