import Interop
import Synchronization
import Testing
import TestKit
import Wire

/// The monitor killed again and again while receipts flow; `SOUNDBOX_MONITOR_KILLS` says how often.
@Suite(.timeLimit(.minutes(15))) struct `A monitor that is killed under load` {
  private let kills =
    ProcessEnvironment.variables["SOUNDBOX_MONITOR_KILLS"].flatMap { Int($0) } ?? 5

  @Test func `has exactly the receipts that the boxes have sent`() async throws {
    try await withBroker(configuration: "max_queued_messages 500000") { broker in
      try await withTemporaryFolder { folder in
        let setup = MonitorProcess.Setup(port: broker.port)
        var monitor = try await MonitorProcess.online(in: folder, setup)
        // Long enough for all of the kills, each after some receipts.
        let minutes = Double(kills) * 0.05 + 0.1
        let simulation = try SimulateProcess(
          broker, boxes: 50, "--orders-per-minute", "240", "--minutes", "\(minutes)",
          "--speaking", "20ms")
        let isOver = Mutex(false)
        async let result = {
          defer { isOver.withLock { $0 = true } }
          return try await simulation.result()
        }()
        var killed = 0
        while killed < kills {
          try await monitor.wait { monitor in
            if isOver.withLock({ $0 }) { return true }
            return try await monitor.summary().number("recent", "delivered") > 100
          }
          // A busy machine may have taken so long that there is no load any more.
          if isOver.withLock({ $0 }) { break }
          await monitor.kill()
          monitor = try await MonitorProcess.online(in: folder, setup)
          killed += 1
        }
        #expect(killed > 0)
        try await check(monitor, has: try await result)
        await monitor.kill()
      }
    }
  }

  private func check(_ monitor: MonitorProcess, has result: JSON) async throws {
    let count = result.number("receipts")
    #expect(result.value(at: ["complete"]) == .bool(true))
    #expect(count == 2 * result.number("published"))
    func isWritten(_ monitor: MonitorProcess) async throws -> Bool {
      try await Set(monitor.receipts().map { "\($0.sender) \($0.seq)" }).count >= count
    }
    while try await !isWritten(monitor) { try await Task.sleep(for: .seconds(1)) }
    let receipts = try await monitor.receipts()
    let numbers = Dictionary(grouping: receipts, by: \.sender).mapValues { Set($0.map(\.seq)) }
    let isWhole = numbers.values.allSatisfy { $0 == Set(1...($0.max() ?? 0)) }
    #expect(isWhole, "no box has a gap")
    #expect(numbers.values.reduce(0) { $0 + $1.count } == count)
    let news = receipts.filter(\.isNew)
    #expect(news.count == count, "each receipt is new once")
    #expect(Set(news.map { "\($0.sender) \($0.statement)" }).count == count)
    #expect(try await monitor.summary().number("gaps", "receipts") == 0)
  }
}
