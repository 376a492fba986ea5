import FoundationEssentials
import Glibc
import Interop
import TestKit
import Wire

/// `soundbox-fleet simulate` as a process of its own.
struct SimulateProcess: RunningProgram {
  let program: ProgramUnderTest

  /// Plays boxes at a broker.
  init(_ broker: MosquittoBroker, boxes: Int, _ arguments: String...) throws {
    try self.init(
      ["--broker", "mqtt://127.0.0.1:\(broker.port)", "--boxes", "\(boxes)"] + arguments)
  }

  /// Plays a monitor's boxes, at its broker and under its topics.
  init(for monitor: MonitorProcess, boxes: Int, _ arguments: String...) throws {
    try self.init(["--config", monitor.configuration, "--boxes", "\(boxes)"] + arguments)
  }

  private init(_ arguments: [String]) throws {
    program = try ProgramUnderTest(
      [Program.fleetPath, "simulate", "--json"] + arguments, output: .pipe)
  }

  /// Waits for the end.
  ///
  /// - Parameter status: The exit status that is expected.
  /// - Returns: The result that it printed.
  /// - Throws: ``TestFailure`` if it ended otherwise.
  func result(status: Int32 = 0) async throws -> JSON {
    var result = JSON.null
    for await line in child.output?.lines() ?? AsyncStream(unfolding: { nil }) {
      let json = try JSONReader.read(Array(line.utf8))
      if json.value(at: ["is"]) == "result" { result = json }
    }
    let ending = await ended()
    guard ending == .exited(status), result != .null else {
      throw TestFailure(text: "the simulation ended with \(ending): \(log)")
    }
    return result
  }

  /// The processes that it has started and that are still running.
  func children() throws -> [pid_t] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.filter {
      Self.status($0)?.parent == child.processID
    }
  }

  /// Whether a process exists and has not ended.
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
