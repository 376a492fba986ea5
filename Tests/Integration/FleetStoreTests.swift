import Interop
import Testing
import TestKit

@Suite(.timeLimit(.minutes(1))) struct `The fleet monitor's store` {
  /// Receipts of one box, which no two are alike.
  private static func receipts(_ numbers: ClosedRange<Int>) -> [String] {
    numbers.map { number in
      """
      {"receipt":"handled","id":"o\(number)","order":"o\(number)","outcome":"played","code":0,\
      "seq":\(number),"session":1,"at":"2026-11-29T12:00:04.100Z","clock":"unsynced"}
      """
    }
  }

  private static let topic = "soundbox/v1/s042/counter-1/receipt/handled"

  @Test func `loses nothing while the server is gone`() async throws {
    try await withBroker { broker in
      try await withPostgres { server in
        try await withTemporaryFolder { folder in
          let monitor = try FleetProcess(in: folder, port: broker.port, store: server.url)
          try await monitor.logs("online")
          try await broker.publish(Self.receipts(1...100), to: Self.topic)
          await server.kill()
          try await broker.publish(Self.receipts(101...300), to: Self.topic)
          try await monitor.logs("reports not stored")
          try await server.start()
          try await broker.publish(Self.receipts(301...400), to: Self.topic)
          #expect(try await monitor.news(upTo: 400) == Array(1...400))
          #expect(await monitor.stop() == .exited(0))
          #expect(!monitor.log.contains(server.password))
        }
      }
    }
  }

  @Test func `loses nothing while its file system is full`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        try await run("mkdir", "\(folder)/disk")
        // A small file system of the monitor's own, which nobody else sees.
        let monitor = try FleetProcess(
          in: folder, port: broker.port, store: "sqlite:\(folder)/disk/fleet.db",
          wrapper: [
            "/usr/bin/unshare", "-m", "sh", "-c",
            #"mount -t tmpfs -o size=700k tmpfs "$0" && exec "$@""#, "\(folder)/disk",
          ])
        try await monitor.logs("online")
        try await broker.publish(Self.receipts(1...2000), to: Self.topic)
        try await monitor.logs("reports not stored")
        #expect(monitor.log.contains("free space"))
        try await run(
          "nsenter", "-t", "\(monitor.child.processID)", "-m", "mount", "-o", "remount,size=64m",
          "\(folder)/disk")
        try await broker.publish(Self.receipts(2001...2100), to: Self.topic)
        #expect(try await monitor.news(upTo: 2100) == Array(1...2100))
        #expect(await monitor.stop() == .exited(0))
      }
    }
  }

  @Test func `is refused if another program has it`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let store = "sqlite:\(folder)/fleet.db"
        let first = try FleetProcess(in: folder, port: broker.port, store: store)
        try await first.logs("online")
        let second = try FleetProcess(in: folder, port: broker.port, store: store)
        #expect(await second.ended() == .exited(69))
        #expect(second.log.contains("\(folder)/fleet.db") && second.log.contains("other program"))
        #expect(await first.stop() == .exited(0))
      }
    }
  }

  @Test func `gets every receipt when two monitors fight for one name`() async throws {
    try await withBroker { broker in
      try await withPostgres { server in
        try await withTemporaryFolder { folder in
          let first = try FleetProcess(in: folder, port: broker.port, store: server.url)
          try await first.logs("online")
          let second = try FleetProcess(in: folder, port: broker.port, store: server.url)
          try await second.logs("online")
          try await first.logs("does another monitor have this name? name=monitor-1")
          try await broker.publish(Self.receipts(1...300), to: Self.topic)
          #expect(await second.stop() == .exited(0))
          // Both may have had a receipt before the broker heard so from either: none is missing.
          _ = try await first.news(upTo: 300)
          #expect(await first.stop() == .exited(0))
        }
      }
    }
  }
}
