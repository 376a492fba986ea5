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
        let monitor = try await Monitor(broker)
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
