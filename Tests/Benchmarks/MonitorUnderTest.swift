import Glibc
import Interop
import TestKit

/// The release build of `soundbox-fleet monitor`, run on SQLite with a configuration of its own.
struct MonitorUnderTest {
  static let program = "\(BoxUnderTest.program)-fleet"

  let process: ChildProcess
  /// The page's address.
  let page: String
  /// The file that it stores in, which is its own while it runs.
  let store: String

  /// Starts it and waits until it listens to the boxes.
  private init(in folder: String, port: UInt16) async throws {
    let web = try freePort()
    page = "http://127.0.0.1:\(web)/"
    store = "\(folder)/fleet.db"
    let configuration = try write(
      """
      name: bench-monitor
      broker: mqtt://127.0.0.1:\(port)
      database: "sqlite:\(store)"
      web: {listen: "127.0.0.1:\(web)"}
      """, to: "\(folder)/fleet.yaml")
    process = try ChildProcess(Self.program, ["monitor", "--config", configuration], errors: .pipe)
    guard let lines = process.errors?.lines() else { return }
    for await line in lines where line.contains(">online") {
      // What it says further on is read and forgotten, so that it never waits for us.
      Task { for await _ in lines {} }
      return
    }
    throw Unexpected("the end of soundbox-fleet monitor")
  }

  /// Starts it, lends it, and stops it.
  static func with<Result>(
    port: UInt16, _ body: (MonitorUnderTest) async throws -> Result
  ) async throws -> Result {
    try await withTemporaryFolder { folder in
      let monitor = try await MonitorUnderTest(in: folder, port: port)
      do {
        let result = try await body(monitor)
        await monitor.stop()
        return result
      } catch {
        monitor.process.send(SIGKILL)
        throw error
      }
    }
  }

  func stop() async {
    process.send(SIGTERM)
    _ = await process.wait()
  }

  /// What it answers to a question of the page.
  @discardableResult
  func ask(_ path: String) async throws -> String {
    let curl = try ChildProcess("curl", ["-sSf", "\(page)\(path)"], output: .pipe)
    let text = String(decoding: await curl.output?.readToEnd() ?? [], as: UTF8.self)
    guard await curl.wait() == .exited(0) else { throw Unexpected("no answer at \(path)") }
    return text
  }

  /// What it shows to Prometheus: the values by series.
  func metrics() async throws -> [Substring: Double] {
    let text = try await ask("metrics")
    var values: [Substring: Double] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard let space = line.lastIndex(of: " ") else { continue }
      values[line[..<space]] = Double(line[line.index(after: space)...])
    }
    return values
  }

  /// How many receipts it has written down since it was started.
  func receipts() async throws -> Int {
    let counters: Set<Substring> = [
      "soundbox_receipts_total", "soundbox_receipts_duplicate_total",
      "soundbox_receipts_contradictory_total",
    ]
    return try await metrics().reduce(0) { sum, metric in
      counters.contains(metric.key.prefix { $0 != "{" }) ? sum + Int(metric.value) : sum
    }
  }

  /// Waits until so many receipts are written down.
  func wait(for count: Int) async throws {
    var last = (count: -1, at: ContinuousClock.now)
    while true {
      let now = try await receipts()
      if now >= count { return }
      if now != last.count { last = (now, .now) }
      guard .now - last.at < .seconds(60) else {
        throw Unexpected("\(now) receipts of \(count), and no more of them for a minute")
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }
}
