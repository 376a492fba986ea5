import Interop
import TestKit

/// Measures the numbers that the project promises, each beside its floor or a peer from the same run.
@main
enum Benchmarks {
  static func main() async throws {
    Row.say("measured on \(Machine.description)")
    Row.printHead()
    for measure in [latency, throughput, firstSample, join, resident] {
      for row in try await measure() { row.print() }
    }
  }

  private static func latency() async throws -> [Row] { try await LatencyBench.run() }
  private static func throughput() async throws -> [Row] { try await ThroughputBench.run() }
  private static func firstSample() async throws -> [Row] { try await FirstSampleBench.run() }
  private static func join() async throws -> [Row] { try await JoinBench.run() }
  private static func resident() async throws -> [Row] { try await ResidentBench.run() }
}
