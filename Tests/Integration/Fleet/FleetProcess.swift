import FoundationEssentials
import Glibc
import Interop
import Synchronization
import TestKit
import Wire

/// A monitor that runs as a process of its own, in a folder of its own.
final class FleetProcess: Sendable {
  static let path =
    URL(fileURLWithPath: Program.path).deletingLastPathComponent().path + "/soundbox-fleet"

  let child: ChildProcess
  /// The port of its page.
  let pagePort: UInt16
  private let lines: AsyncStream<String>
  private let seen = Mutex<[String]>([])

  /// Writes the configuration into `folder` and starts the monitor there.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - port: The broker's port.
  ///   - store: The URL of its database.
  ///   - name: Its name, which is its client id too.
  ///   - more: Settings besides.
  ///   - wrapper: A program that starts it, with its arguments.
  /// - Throws: Why it could not be started.
  init(
    in folder: String, port: UInt16, store: String, name: String = "monitor-1", more: String = "",
    wrapper: [String] = []
  ) throws {
    pagePort = try freePort()
    let configuration = """
      name: \(name)
      broker: mqtt://127.0.0.1:\(port)
      session: {reconnectLimit: 300ms, keepAlive: 5s}
      database: \(store)
      web: {listen: "127.0.0.1:\(pagePort)"}
      \(more)
      """
    let path = "\(folder)/fleet-\(UUID().uuidString.prefix(8)).yaml"
    try configuration.write(toFile: path, atomically: true, encoding: .utf8)
    let command = wrapper + [Self.path, "monitor", "--config", path]
    child = try ChildProcess(command[0], Array(command.dropFirst()), errors: .pipe)
    lines = child.errors?.lines() ?? AsyncStream { $0.finish() }
  }

  deinit { child.send(SIGKILL) }

  /// Waits for a log line that has a text in it; one test waits at a time.
  func logs(_ text: String) async throws {
    for await line in lines {
      seen.withLock { $0.append(line) }
      if line.contains(text) { return }
    }
    throw BoxEnded(log: log)
  }

  /// The receipts that it has, in the order in which they came.
  func receipts() async throws -> [JSONObject] {
    let url = "http://127.0.0.1:\(pagePort)/api/export/receipts.jsonl"
    let curl = try ChildProcess("/usr/bin/curl", ["-sSf", url], output: .pipe)
    let output = await curl.output?.readToEnd() ?? []
    _ = await curl.wait()
    return try output.split(separator: UInt8(ascii: "\n")).compactMap {
      try JSONReader.read(Array($0)).object
    }
  }

  /// What its page answers: the status, and the body.
  func ask(_ path: String) async throws -> (status: String, text: String) {
    let curl = try ChildProcess(
      "/usr/bin/curl", ["-s", "-w", "\\n%{http_code}", "http://127.0.0.1:\(pagePort)\(path)"],
      output: .pipe)
    let output = String(decoding: await curl.output?.readToEnd() ?? [], as: UTF8.self)
    _ = await curl.wait()
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.last.map(String.init) ?? "", lines.dropLast().joined(separator: "\n"))
  }

  /// Reads the log on and on, so that the monitor never waits for us.
  func readOn() {
    Task { for await line in lines { seen.withLock { $0.append(line) } } }
  }

  /// Waits until it has the receipts with all numbers up to one; the numbers of those that were news.
  func news(upTo last: Int) async throws -> [Int] {
    while true {
      let news = try await receipts().filter { ["first", "late"].contains($0["mark"]?.text) }
      let numbers = news.compactMap { $0["seq"]?.text.flatMap { Int($0) } }
      if Set(numbers) == Set(1...last) { return numbers.sorted() }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// All lines that were read so far.
  var log: String { seen.withLock { $0.joined(separator: "\n") } }

  /// Reads the rest of the log and waits for the end.
  func ended() async -> ChildProcess.Ending {
    for await line in lines { seen.withLock { $0.append(line) } }
    return await child.wait()
  }

  /// Asks it to end in peace, and waits for that.
  func stop() async -> ChildProcess.Ending {
    child.send(SIGTERM)
    return await ended()
  }
}
