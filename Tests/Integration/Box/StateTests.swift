import FoundationEssentials
import Interop
import Testing
import TestKit

@Suite(.timeLimit(.minutes(3))) struct `The journal of a box` {
  @Test func `that is damaged is set aside, and the box speaks on`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let state = "\(folder)/state"
        try FileManager.default.createDirectory(
          atPath: state, withIntermediateDirectories: true)
        try String(repeating: "no database ", count: 1000).write(
          toFile: "\(state)/journal.sqlite", atomically: true, encoding: .utf8)
        let monitor = try await ReceiptSubscriber(broker)
        let box = try BoxProcess(in: folder, .init(port: broker.port))
        try await box.logs("journal damaged, set aside")
        try await box.logs("online")
        try await broker.publish(Orders.payload(1), to: "shop/orders/1")
        try await monitor.collect(untilHandled: [Orders.id(1)])
        #expect(await box.stop() == .exited(0))
        let files = try FileManager.default.contentsOfDirectory(atPath: state)
        #expect(files.contains { $0.hasPrefix("journal.sqlite.corrupt-") })
      }
    }
  }

  @Test func `that is deleted under the box is there again before an order is acknowledged`()
    async throws
  {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let monitor = try await ReceiptSubscriber(broker)
        let first = try BoxProcess(in: folder, .init(port: broker.port))
        try await first.logs("online")
        try await broker.publish(Orders.payload(1), to: "shop/orders/1")
        try await monitor.collect(untilHandled: [Orders.id(1)])
        for name in ["journal.sqlite", "journal.sqlite-wal"] {
          try FileManager.default.removeItem(atPath: "\(folder)/state/\(name)")
        }
        try await broker.publish(Orders.payload(2), to: "shop/orders/1")
        try await first.logs("journal repaired")
        try await monitor.collect(untilHandled: [Orders.id(2)])
        first.child.send(9)
        #expect(await first.ended() == .signalled(9))
        let second = try BoxProcess(in: folder, .init(port: broker.port))
        try await second.logs("online")
        for number in 1...3 {
          try await broker.publish(Orders.payload(number), to: "shop/orders/1")
        }
        try await monitor.collect(untilHandled: [Orders.id(3)])
        // It knows both orders, and goes on counting.
        let spoken = monitor.all.filter { $0.kind == "handled" && !$0.isDuplicate }
        #expect(Set(spoken.map(\.seq)).count == Set(spoken.map(\.id)).count)
        let seqs = Set(monitor.all.map(\.seq))
        #expect(seqs == Set(1...(seqs.max() ?? 0)))
        #expect(await second.stop() == .exited(0))
      }
    }
  }

  @Test func `belongs to one box alone`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let box = try BoxProcess(in: folder, .init(port: broker.port))
        try await box.logs("online")
        let second = try BoxProcess(in: folder, .init(port: broker.port))
        #expect(await second.ended() == .exited(69))
        #expect(second.log.contains("journal.sqlite"))
        #expect(await box.stop() == .exited(0))
      }
    }
  }
}
