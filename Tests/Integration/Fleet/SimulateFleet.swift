import FoundationEssentials
import Glibc
import Interop
import Synchronization
import TestKit
import Wire

/// `soundbox-fleet monitor` as a process of its own, which a test may kill and start again.
final class MonitorProcess: Sendable {
  /// `soundbox-fleet`, which lies beside `soundbox`.
  static let program = "\(Program.path)-fleet"

  /// The file of its configuration.
  let configuration: String
  private let web: UInt16
  private let process = Mutex<ChildProcess?>(nil)

  /// Writes the configuration into `folder`; nothing runs yet.
  init(in folder: String, _ broker: MosquittoBroker, more: String = "") throws {
    web = try freePort()
    configuration = try write(
      """
      name: monitor-1
      broker: mqtt://127.0.0.1:\(broker.port)
      session: {reconnectLimit: 300ms}
      database: sqlite:\(folder)/fleet.sqlite
      web: {listen: "127.0.0.1:\(web)"}
      \(more)
      """, to: "\(folder)/fleet.yaml")
  }

  deinit { process.withLock { $0 }?.send(SIGKILL) }

  /// Starts it, and waits until it listens to the boxes.
  func start() async throws {
    let child = try ChildProcess(
      Self.program, ["monitor", "--config", configuration], errors: .pipe)
    process.withLock { $0 = child }
    guard let lines = child.errors?.lines() else { return }
    var words: [String] = []
    for await line in lines {
      words.append(line)
      guard line.contains(">online") else { continue }
      // What it says further on is read and forgotten, so that it never waits for us.
      Task { for await _ in lines {} }
      return
    }
    throw MonitorEnded(log: words.joined(separator: "\n"))
  }

  /// Kills it, as a power loss does, and waits for its end.
  func kill() async {
    let child = process.withLock { $0 }
    child?.send(SIGKILL)
    _ = await child?.wait()
  }

  /// Asks it for something over HTTP.
  func get(_ path: String) async throws -> [UInt8] {
    try await fetch(["http://127.0.0.1:\(web)\(path)"])
  }

  /// Asks a box for something, as the page does.
  ///
  /// - Returns: What became of it.
  func ask(_ box: String, _ verb: String, _ body: String = "{}") async throws -> JSON {
    let address = "http://127.0.0.1:\(web)"
    return try JSONReader.read(
      await fetch([
        "-X", "POST", "-H", "Origin: \(address)", "-H", "X-Soundbox-Request: 1", "-d", body,
        "\(address)/api/request/\(verb)?name=\(box)",
      ]))
  }

  private func fetch(_ arguments: [String]) async throws -> [UInt8] {
    let child = try ChildProcess(
      "/usr/bin/curl", ["--silent", "--show-error"] + arguments, output: .pipe)
    let answer = await child.output?.readToEnd() ?? []
    guard await child.wait() == .exited(0) else { throw MonitorEnded(log: "\(arguments)") }
    return answer
  }

  /// The boxes as the page shows them: the names of the columns with each row's values.
  func boxes() async throws -> [[String: JSON]] {
    let table = try JSONReader.read(await get("/api/boxes"))
    guard case .array(let columns) = table.value(at: ["columns"]),
      case .array(let rows) = table.value(at: ["rows"])
    else { return [] }
    return rows.compactMap { row in
      guard case .array(let values) = row else { return nil }
      return Dictionary(zip(columns.compactMap(\.text), values)) { first, _ in first }
    }
  }

  /// The counters at the page's head.
  func summary() async throws -> JSON { try JSONReader.read(await get("/api/summary")) }

  /// All receipts that it has written down, repeated ones included.
  func receipts() async throws -> [WrittenReceipt] {
    try await get("/api/export/receipts.jsonl").split(separator: UInt8(ascii: "\n")).map { line in
      let object = try JSONReader.read(Array(line))
      func text(_ key: String) -> String { object.value(at: [key])?.text ?? "" }
      return WrittenReceipt(
        box: "\(text("store"))/\(text("box"))", seq: Int(text("seq")) ?? 0, mark: text("mark"),
        key: "\(text("id"))#\(text("attempt")) \(text("receipt")) \(text("outcome"))")
    }
  }

  /// Waits until something holds.
  func wait(
    until holds: (MonitorProcess) async throws -> Bool
  ) async throws {
    while try await !holds(self) { try await Task.sleep(for: .milliseconds(100)) }
  }
}

/// A receipt as the monitor has written it down.
struct WrittenReceipt {
  let box: String
  let seq: Int
  let mark: String
  let key: String
}

struct MonitorEnded: Error, CustomStringConvertible {
  let log: String
  var description: String { "the monitor does not answer: \(log)" }
}

/// `soundbox-fleet simulate` as a process of its own.
final class SimulateProcess: Sendable {
  let child: ChildProcess
  private let lines: AsyncStream<String>

  init(_ broker: MosquittoBroker, boxes: Int, _ arguments: String...) throws {
    child = try Self.start(
      ["--broker", "mqtt://127.0.0.1:\(broker.port)", "--boxes", "\(boxes)"] + arguments)
    lines = child.output?.lines() ?? AsyncStream { $0.finish() }
  }

  /// Plays a monitor's boxes, at its broker and under its topics.
  init(for monitor: MonitorProcess, boxes: Int, _ arguments: String...) throws {
    child = try Self.start(
      ["--config", monitor.configuration, "--boxes", "\(boxes)"] + arguments)
    lines = child.output?.lines() ?? AsyncStream { $0.finish() }
  }

  private static func start(_ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(
      MonitorProcess.program, ["simulate", "--json"] + arguments, output: .pipe, errors: .pipe)
  }

  deinit { child.send(SIGKILL) }

  /// Waits for the end.
  ///
  /// - Parameter status: The exit status that is expected.
  /// - Returns: What it says that it has done.
  /// - Throws: `MonitorEnded` if it has ended otherwise.
  func result(status: Int32 = 0) async throws -> JSON {
    var result = JSON.null
    for await line in lines {
      let json = try JSONReader.read(Array(line.utf8))
      if json.value(at: ["is"]) == "result" { result = json }
    }
    guard await child.wait() == .exited(status), result != .null else {
      throw MonitorEnded(log: "the simulation has ended otherwise: \(await complaints())")
    }
    return result
  }

  /// What it has complained of, to its end.
  func complaints() async -> String {
    String(decoding: await child.errors?.readToEnd() ?? [], as: UTF8.self)
  }

  /// The processes that it has started and that still run.
  func children() throws -> [pid_t] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.filter {
      Self.status($0)?.parent == child.processID
    }
  }

  /// Whether a process is there and has not ended.
  static func isAlive(_ process: pid_t) -> Bool { status(process).map { $0.state != "Z" } ?? false }

  private static func status(_ process: pid_t) -> (state: Substring, parent: pid_t)? {
    // Its name, in brackets, may be anything.
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let fields = text.split(separator: ")").last?.split(separator: " "), fields.count > 1,
      let parent = pid_t(fields[1])
    else { return nil }
    return (fields[0], parent)
  }
}

extension JSON {
  /// The number at a path; −1 if there is none.
  func number(_ path: String...) -> Int { value(at: path)?.text.flatMap { Int($0) } ?? -1 }
}
