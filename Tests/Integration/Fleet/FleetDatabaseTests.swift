import Interop
import Testing
import TestKit

@Suite(.timeLimit(.minutes(1))) struct `The fleet monitor's database` {
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
          let monitor = try MonitorProcess(
            in: folder, .init(port: broker.port, database: server.url))
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
        let monitor = try MonitorProcess(
          in: folder,
          .init(
            port: broker.port, database: "sqlite:\(folder)/disk/fleet.db",
            wrapper: OwnMounts.wrapper(
              #"mount -t tmpfs -o size=700k tmpfs "$0""#, "\(folder)/disk")))
        try await monitor.logs("online")
        try await broker.publish(Self.receipts(1...2000), to: Self.topic)
        try await monitor.logs("reports not stored")
        #expect(monitor.log.contains("free space"))
        try await OwnMounts.run(
          with: monitor.child.processID, #"mount -i -t tmpfs -o remount,size=64m tmpfs "$0""#,
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
        let database = "sqlite:\(folder)/fleet.db"
        let first = try MonitorProcess(in: folder, .init(port: broker.port, database: database))
        try await first.logs("online")
        let second = try MonitorProcess(in: folder, .init(port: broker.port, database: database))
        #expect(await second.ended() == .exited(69))
        #expect(second.log.contains("\(folder)/fleet.db") && second.log.contains("other program"))
        #expect(await first.stop() == .exited(0))
      }
    }
  }

  @Test func `is one monitor's, and the next one's once that has gone; others have other schemas`()
    async throws
  {
    try await withBroker { broker in
      try await withPostgres { server in
        try await withTemporaryFolder { folder in
          let first = try MonitorProcess(in: folder, .init(port: broker.port, database: server.url))
          try await first.logs("online")
          try await server.run("CREATE SCHEMA south", in: "postgres")
          let other = try MonitorProcess(
            in: folder,
            .init(
              port: broker.port, name: "monitor-2",
              database: "\(server.url)?options=-csearch_path%3Dsouth"))
          try await other.logs("online")
          // They would write down each other's boxes and clear each other's alarms.
          let second = try MonitorProcess(
            in: folder, .init(port: broker.port, name: "monitor-3", database: server.url))
          #expect(await second.ended() == .exited(69))
          #expect(second.log.contains("another program uses them"))
          #expect(!second.log.contains(server.password))
          first.child.send(9)
          let third = try MonitorProcess(in: folder, .init(port: broker.port, database: server.url))
          try await third.logs("online")
          for monitor in [other, third] { #expect(await monitor.stop() == .exited(0)) }
        }
      }
    }
  }

  @Test func `has all that was acknowledged although its files were deleted`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let database = "sqlite:\(folder)/fleet.db"
        let first = try MonitorProcess(in: folder, .init(port: broker.port, database: database))
        try await first.logs("online")
        try await broker.publish(Self.receipts(1...100), to: Self.topic)
        _ = try await first.news(upTo: 100)
        try await run("rm", "\(folder)/fleet.db", "\(folder)/fleet.db-wal")
        try await broker.publish(Self.receipts(101...200), to: Self.topic)
        _ = try await first.news(upTo: 200)
        try await first.logs("database repaired")
        first.child.send(9)
        #expect(await first.ended() == .signalled(9))
        let second = try MonitorProcess(in: folder, .init(port: broker.port, database: database))
        try await second.logs("online")
        #expect(try await second.news(upTo: 200) == Array(1...200))
        #expect(await second.stop() == .exited(0))
      }
    }
  }

  /// As after an error of the device: the kernel lets nobody write any more, whoever has files open.
  @Test(.enabled("a file can be mounted as a disk", OwnMounts.haveDisks))
  func `loses nothing when its file system becomes read-only, and goes on when that is mended`()
    async throws
  {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        try await run("mkdir", "\(folder)/disk")
        try await run("truncate", "-s", "32M", "\(folder)/image")
        try await run("mkfs.ext4", "-q", "\(folder)/image")
        let monitor = try MonitorProcess(
          in: folder,
          .init(
            port: broker.port, database: "sqlite:\(folder)/disk/fleet.db",
            wrapper: OwnMounts.wrapper(
              #"mount -o loop,errors=remount-ro "$0/image" "$0/disk""#, folder)))
        try await monitor.logs("online")
        try await broker.publish(Self.receipts(1...100), to: Self.topic)
        _ = try await monitor.news(upTo: 100)
        func within(_ script: String) async throws {
          try await OwnMounts.run(with: monitor.child.processID, script, folder)
        }
        try await within(
          #"d=$(findmnt -no SOURCE "$0/disk"); echo 1 >"/sys/fs/ext4/${d##*/}/trigger_fs_error""#)
        try await broker.publish(Self.receipts(101...200), to: Self.topic)
        try await monitor.logs("Read-only file system")
        #expect(try await monitor.ask("/readyz").status == "503")
        #expect(try await monitor.ask("/api/summary").text.contains("Read-only file system"))
        try await within(#"umount "$0/disk""#)
        try await monitor.logs("it is not there")
        try await within(
          #"e2fsck -p "$0/image" >/dev/null; mount -o loop "$0/image" "$0/disk""#)
        #expect(try await monitor.news(upTo: 200) == Array(1...200))
        #expect(await monitor.stop() == .exited(0))
        #expect(monitor.log.contains("opened again after a failure of the device"))
      }
    }
  }

  /// The server takes some 10 s to count as lost; nobody but the call that hangs waits for that.
  @Test func `answers that the database is busy while one call hangs`() async throws {
    try await withBroker { broker in
      try await withPostgres { server in
        try await withTemporaryFolder { folder in
          let monitor = try MonitorProcess(
            in: folder, .init(port: broker.port, database: server.url))
          try await monitor.logs("online")
          server.freeze()
          let answers = try await withThrowingTaskGroup { group in
            for path in ["/api/alarms", "/api/unreadable", "/api/order?name=7", "/api/actions"] {
              group.addTask { try await monitor.ask(path) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
          }
          #expect(answers.allSatisfy { $0.status == "503" }, "\(answers)")
          #expect(answers.count { $0.text.contains("database busy") } >= 3, "\(answers)")
          #expect(await monitor.stop() == .exited(0))
        }
      }
    }
  }

  @Test func `leaves page and end alone while the server hangs`() async throws {
    try await withBroker { broker in
      try await withPostgres { server in
        try await withTemporaryFolder { folder in
          let monitor = try MonitorProcess(
            in: folder, .init(port: broker.port, database: server.url))
          try await monitor.logs("online")
          server.freeze()
          try await broker.publish(Self.receipts(1...10), to: Self.topic)
          // More questions than there are threads for Swift's tasks.
          let questions = try (1...8).map { number in
            try ChildProcess(
              "/usr/bin/curl",
              ["-s", "http://127.0.0.1:\(monitor.port)/api/order?id=\(number)"])
          }
          defer { for question in questions { question.send(9) } }
          // One process asks them all, so that a busy machine has stopped before the server counts as lost.
          let health = Array(repeating: "http://127.0.0.1:\(monitor.port)/healthz", count: 20)
          let answers = try await curl(["-s", "-w", "%{http_code}\n"] + health).output
          #expect(answers.split(separator: "\n").count { $0.hasSuffix("200") } == 20)
          #expect(await monitor.stop() == .exited(0))
          // It waits for the server for longer than that.
          #expect(!monitor.log.contains("reports not stored"))
          #expect(monitor.log.contains("stopped without waiting any longer"))
        }
      }
    }
  }
}
