import FoundationEssentials
import Interop
import Testing
import TestKit
import Wire

@Suite(.timeLimit(.minutes(3))) struct `Two monitors of one name` {
  /// Each takes the session from the other again and again, and with it receipts that the other lacks.
  @Test func `say so, and the one that stays gets every receipt once`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let names = ["counter-1", "counter-2"]
        let boxes = try names.map { name in
          let own = "\(folder)/\(name)"
          try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
          return try BoxProcess(in: own, BoxProcess.Setup(port: broker.port, box: name))
        }
        for box in boxes { try await box.logs("online") }
        let first = try MonitorProcess(
          in: folder, .init(port: broker.port, database: "sqlite:\(folder)/first.db"))
        try await first.logs("online")
        let second = try MonitorProcess(
          in: folder, .init(port: broker.port, database: "sqlite:\(folder)/second.db"))
        try await second.logs("online")
        let orders = 1...40
        for number in orders {
          try await broker.publish(Orders.payload(number), to: "shop/orders/1")
        }
        for monitor in [first, second] {
          try await monitor.logs("is another monitor using this client id? name=monitor-1")
          while try await !monitor.ask("/api/summary").text.contains(
            "is another monitor using the name 'monitor-1'")
          {}
        }
        #expect(await second.stop() == .exited(0))
        let all = Set(names.flatMap { name in (1...orders.count * 2).map { "\(name) \($0)" } })
        var receipts: [String] = []
        while Set(receipts) != all {
          receipts = try await first.receipts().filter(\.isNew).map {
            "\($0["box"] ?? "") \($0.seq)"
          }
          try await Task.sleep(for: .milliseconds(100))
        }
        #expect(receipts.count == all.count, "each is news once")
        #expect(await first.stop() == .exited(0))
        for box in boxes { #expect(await box.stop() == .exited(0)) }
      }
    }
  }
}
