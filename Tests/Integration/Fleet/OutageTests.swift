import FoundationEssentials
import Interop
import Testing
import TestKit
import Wire

/// The database goes away while boxes go on; `SOUNDBOX_OUTAGE` says for how many seconds.
@Suite(.timeLimit(.minutes(20))) struct `A database that is gone for a while` {
  private static let length =
    ProcessEnvironment.variables["SOUNDBOX_OUTAGE"].flatMap { Int($0) } ?? 3

  @Test func `as a file system that was taken away, costs no receipt`() async throws {
    try await withTemporaryFolder { folder in
      for name in ["disk", "mounted"] { try await run("mkdir", "\(folder)/\(name)") }
      try await check(
        in: folder, database: "sqlite:\(folder)/mounted/fleet.db",
        wrapper: OwnMounts.wrapper(#"mount --bind "$0/disk" "$0/mounted""#, folder)
      ) { monitor in
        try await OwnMounts.run(with: monitor.child.processID, #"umount -l "$0/mounted""#, folder)
      } mend: { monitor in
        try await OwnMounts.run(
          with: monitor.child.processID, #"mount --bind "$0/disk" "$0/mounted""#, folder)
      }
    }
  }

  @Test func `as a server that is down, costs no receipt`() async throws {
    try await withPostgres { server in
      try await withTemporaryFolder { folder in
        try await check(in: folder, database: server.url) { _ in
          await server.kill()
        } mend: { _ in
          try await server.start()
        }
      }
    }
  }

  private func check(
    in folder: String, database: String, wrapper: [String] = [],
    take: (MonitorProcess) async throws -> Void, mend: (MonitorProcess) async throws -> Void
  ) async throws {
    // As many as a mosquitto keeps if nobody tells it otherwise: what is more it throws away.
    try await withBroker(configuration: "max_queued_messages 1000") { broker in
      let monitor = try MonitorProcess(
        in: folder, .init(port: broker.port, database: database, wrapper: wrapper))
      try await monitor.logs("online")
      // The boxes are there for a while after it, to be asked for what the broker has thrown away.
      let minutes = Double(Self.length) / 60 + max(0.1, Double(Self.length) / 300)
      let simulation = try SimulateProcess(
        broker, boxes: 20, "--orders-per-minute", "12", "--minutes", "\(minutes)", "--speaking",
        "20ms", "--patience", "5m")
      async let result = simulation.result()
      while try await monitor.receipts().count < 4 {}
      try await take(monitor)
      try await monitor.logs("reports not stored")
      let end = ContinuousClock.now + .seconds(Self.length)
      repeat {
        #expect(try await monitor.ask("/healthz").status == "200")
        #expect(try await monitor.ask("/readyz").status == "503")
        #expect(try await monitor.summary().number("database", "failingSince") > 0)
        #expect(monitor.memory < 150 << 20)
        try await Task.sleep(for: .seconds(1))
      } while ContinuousClock.now < end
      let memory = monitor.memory
      try await mend(monitor)
      let sent = try await result
      #expect(sent.value(at: ["complete"]) == .bool(true))
      let news = try await monitor.news(count: sent.number("receipts"))
      #expect(Set(news).count == news.count, "each is news once")
      #expect(news.count == sent.number("receipts"))
      #expect(try await monitor.ask("/readyz").status == "200")
      if Self.length > 60 { print("\(news.count) receipts, the monitor has \(memory >> 10) KB") }
      #expect(await monitor.stop() == .exited(0))
    }
  }
}

extension MonitorProcess {
  /// Its resident memory, in bytes.
  fileprivate var memory: Int {
    let status =
      (try? String(contentsOfFile: "/proc/\(child.processID)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) << 10
  }

  /// Waits until it has as many new receipts, and gives who sent them and their numbers.
  fileprivate func news(count: Int) async throws -> [String] {
    while true {
      let news = try await receipts().filter(\.isNew).map { "\($0.sender) \($0.seq)" }
      if news.count >= count { return news }
      try await Task.sleep(for: .milliseconds(200))
    }
  }
}
