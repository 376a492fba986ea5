import Interop
import MQTT
import Messaging
import TestKit

/// Memory of a monitor that has taken a million receipts of 10,000 boxes, each through the broker.
enum MemoryBench {
  static let count = 1_000_000
  private static let batch = 10_000
  /// How many receipts may wait at the broker.
  private static let most = 40_000

  static func run() async throws -> [Row] {
    try await withBroker(configuration: FleetScene.broker) { broker in
      try await MonitorUnderTest.with(port: broker.port) { monitor in
        try await Client.with(port: broker.port, id: "boxes") { client in
          let processID = monitor.process.processID
          let atStart = Machine.resident(processID)
          var receipts = SampleReceipts(boxes: VirtualFleet.boxes)
          client.publish(receipts.introductions().map { Publication($0) })
          let start = ContinuousClock.now
          for sent in stride(from: 0, to: count, by: batch) {
            try await monitor.wait(for: sent - most)
            client.publish(receipts.batch(of: batch).map { Publication($0) })
          }
          try await monitor.wait(for: count)
          let rate = Double(count) / ((.now - start) / .seconds(1))
          // Then somebody looks.
          for question in ["boxes", "orders", "failures?hours=2160", "unanswered"] {
            try await monitor.ask("api/\(question)")
          }
          let (memory, peak) = (Machine.resident(processID), Machine.peak(processID))
          return [
            Row(
              what: "monitor's memory, a million receipts later", figure: "\(memory / 1024) MiB",
              beside:
                "at most \(peak / 1024) MiB, empty \(atStart / 1024) MiB; \(Int(rate)) receipts a second",
              promise: "≤ 150 MB", holds: peak * 1024 <= 150_000_000)
          ]
        }
      }
    }
  }
}
