import Interop
import Testing
import TestKit

/// As with `2>&1 | head -1`: whoever reads the log goes, and the daemon has more to say.
@Suite(.timeLimit(.minutes(1))) struct `A daemon whose log nobody reads any more` {
  private static let wrapper = [
    // The shell is the reader, which goes; the daemon takes its own place.
    "/bin/bash", "-c", #"exec "$@" 2> >(head -n 1 >/dev/null)"#, "daemon",
  ]

  @Test func `goes on, as a monitor`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let monitor = try MonitorProcess(
          in: folder,
          .init(port: broker.port, database: "sqlite:\(folder)/fleet.db", wrapper: Self.wrapper))
        while try await monitor.ask("/readyz").status != "200" {}
        // With each restart of the broker it has something to say.
        for _ in 1...2 {
          await broker.kill()
          while try await monitor.ask("/readyz").status != "503" {}
          try await broker.start()
          while try await monitor.ask("/readyz").status != "200" {}
        }
        monitor.child.send(15)
        #expect(await monitor.child.wait() == .exited(0))
      }
    }
  }

  @Test func `goes on, as a box`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let monitor = try await ReceiptSubscriber(broker)
        let state = try await broker.subscribe(to: "soundbox/v1/s042/counter-1/state")
        let box = try BoxProcess(
          in: folder, BoxProcess.Setup(port: broker.port), wrapper: Self.wrapper)
        while try await !state.next().text.contains("online") {}
        for number in 1...5 {
          try await broker.publish(Orders.payload(number), to: "shop/orders/1")
        }
        try await monitor.collect(untilHandled: (1...5).map(Orders.id))
        box.child.send(15)
        #expect(await box.child.wait() == .exited(0))
      }
    }
  }
}
