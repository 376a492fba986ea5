import Glibc
import Interop
import Simulator
import TestKit
import Wire

/// `soundbox-fleet simulate`: many virtual boxes that get one order a minute each.
struct VirtualFleet {
  static let boxes = 10_000

  private let process: ChildProcess
  private let lines: AsyncStream<String>

  /// Starts it.
  ///
  /// - Parameters:
  ///   - port: The broker's port.
  ///   - minutes: For how long there are orders; `nil` until it is stopped.
  /// - Throws: `SystemError`.
  private init(port: UInt16, minutes: Int?) throws {
    let arguments = ["--broker", "mqtt://127.0.0.1:\(port)", "--boxes", "\(Self.boxes)", "--json"]
    process = try ChildProcess(
      MonitorUnderTest.program,
      ["simulate"] + arguments + (minutes.map { ["--minutes", "\($0)"] } ?? []), output: .pipe)
    lines = process.output?.lines() ?? AsyncStream { $0.finish() }
  }

  /// Starts it, lends it once all boxes are online, and stops it.
  static func with<Result>(
    port: UInt16, minutes: Int? = nil, _ body: (VirtualFleet) async throws -> Result
  ) async throws -> Result {
    let fleet = try VirtualFleet(port: port, minutes: minutes)
    do {
      _ = try await fleet.counts { $0.online == boxes || $1 }
      let result = try await body(fleet)
      await fleet.stop()
      return result
    } catch {
      await fleet.stop()
      throw error
    }
  }

  /// Waits until all orders have come to their ends.
  ///
  /// - Returns: What was done.
  func result() async throws -> Counts { try await counts { $1 } }

  /// The first counts of which something is true, or that are the last.
  private func counts(where isWanted: (Counts, _ isLast: Bool) -> Bool) async throws -> Counts {
    for await line in lines {
      let json = try JSONReader.read(Array(line.utf8))
      guard let counts = Counts(json) else { continue }
      if isWanted(counts, json.value(at: ["is"]) == "result") { return counts }
    }
    throw Unexpected("the end of soundbox-fleet simulate")
  }

  private func stop() async {
    process.send(SIGTERM)
    _ = await process.wait()
  }
}
