import Interop
import TestKit

/// Measures the numbers that the project promises, each beside its floor or a peer from the same run.
@main
enum Benchmarks {
  static func main() async throws {
    // A broker with 10,000 boxes inherits it.
    _ = DescriptorLimit.raise()
    Row.say("measured on \(Machine.description)")
    Row.printHead()
    let wanted = CommandLine.arguments.dropFirst()
    let measures: [(name: String, run: () async throws -> [Row])] = [
      ("latency", LatencyBench.run), ("throughput", ThroughputBench.run),
      ("first-sample", FirstSampleBench.run), ("join", JoinBench.run),
      ("translate", TranslateBench.run),
      ("resident", ResidentBench.run), ("burst", BurstBench.run), ("high", HighBench.run),
      ("acknowledge", AcknowledgeBench.run),
      ("ingest", IngestBench.run), ("query", QueryBench.run), ("memory", MemoryBench.run),
      ("fleet", FleetBench.run), ("page", PageBench.run),
    ]
    for (name, measure) in measures where wanted.isEmpty || wanted.contains(name) {
      for row in try await measure() { row.print() }
    }
  }
}
