import Glibc
import Interop
import Synchronization
import TestKit

/// A monitor that runs as a process of its own, on SQLite, and lets a Prometheus in.
final class PrometheusMonitor: Sendable {
  static let token = "a-token-that-nobody-guesses"

  let port: UInt16
  /// Where the token lies.
  let tokenFile: String
  private let child: ChildProcess
  private let lines: AsyncStream<String>

  /// Starts it, and waits until it is connected to the broker.
  init(in folder: String, _ broker: MosquittoBroker, more: String = "") async throws {
    tokenFile = try write(Self.token, to: "\(folder)/token")
    let configuration = """
      name: monitor-1
      broker: mqtt://127.0.0.1:\(broker.port)
      database: sqlite:\(folder)/fleet.sqlite
      patience: 1s
      web:
        listen: 127.0.0.1:0
        access: [{name: prometheus, role: view, tokenFile: \(tokenFile)}]
      \(more)
      """
    child = try ChildProcess(
      "\(Program.path)-fleet",
      ["monitor", "--config", try write(configuration, to: "\(folder)/fleet.yaml")],
      errors: .pipe)
    lines = child.errors?.lines() ?? AsyncStream { $0.finish() }
    var port: UInt16?
    var log: [String] = []
    for await line in lines {
      log.append(line)
      if let match = line.firstMatch(of: /page served address=http:\/\/127.0.0.1:([0-9]+)/) {
        port = UInt16(match.output.1)
      }
      if line.contains("online"), let port {
        self.port = port
        return
      }
    }
    throw PrometheusFault(text: log.joined(separator: "\n"))
  }

  deinit { child.send(SIGKILL) }

  /// What it shows.
  func metrics(accept: String = "text/plain") async throws -> String {
    try await get(
      "http://127.0.0.1:\(port)/metrics", "Authorization: Bearer \(Self.token)",
      "Accept: \(accept)")
  }
}
