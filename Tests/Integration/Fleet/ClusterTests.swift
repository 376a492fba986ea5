import FoundationEssentials
import Interop
import Testing
import TestKit
import Wire

@Suite(.serialized, .timeLimit(.minutes(1))) struct `A broker of two nodes` {
  @Test func `carries orders and receipts from one node to the other`() async throws {
    try await withEjabberd { cluster in
      try await withTemporaryFolder { folder in
        let monitor = try Self.monitor(in: folder, at: cluster.second, of: cluster)
        try await monitor.logs("online")
        let box = try await Self.box("counter-1", in: folder, at: cluster.second, of: cluster)
        try await cluster.first.publish(Orders.payload(1), to: "shop/orders/1")
        let last = try await monitor.hasAll(of: "counter-1", upTo: 1)
        // A box that has come online is asked for receipts: what it says meanwhile may come twice.
        let receipts = try await monitor.receipts().filter { $0["mark"] == "first" }
        #expect(last == 2)
        #expect(receipts.map(\.kind) == ["delivered", "handled"])
        #expect(receipts.last?.outcome == "played")
        #expect(await box.stop() == .exited(0))
        #expect(await monitor.stop() == .exited(0))
      }
    }
  }

  @Test func `loses a node with all its sessions, and in the end no receipt`() async throws {
    try await withEjabberd { cluster in
      try await withTemporaryFolder { folder in
        let monitor = try Self.monitor(in: folder, at: cluster.second, of: cluster)
        try await monitor.logs("online")
        let near = try await Self.box("counter-1", in: folder, at: cluster.second, of: cluster)
        let far = try await Self.box("counter-2", in: folder, at: cluster.first, of: cluster)
        let witness = try await cluster.first.subscribe(
          to: "soundbox/v1/s042/counter-2/receipt/+")
        func publish(_ numbers: ClosedRange<Int>, at node: EjabberdNode) async throws {
          for number in numbers {
            try await node.publish(Orders.payload(number), to: "shop/orders/1")
          }
        }
        try await publish(1...3, at: cluster.first)
        try await monitor.hasAll(of: "counter-1", upTo: 3)
        let last = try await monitor.hasAll(of: "counter-2", upTo: 3)

        // The monitor's session dies with its node: nobody keeps for it what the other node's box says,
        // and the box believes it heard, since somebody listens.
        await cluster.second.kill()
        try await publish(4...6, at: cluster.first)
        for _ in 1...12 { _ = try await witness.next() }
        try await cluster.second.start()
        // It asks without waiting for a later receipt to show the gap.
        try await monitor.logs("missing receipts requested box=s042/counter-2 since=\(last)")
        try await monitor.hasAll(of: "counter-2", upTo: 6)
        try await near.logs("online")
        try await publish(7...7, at: cluster.first)
        try await monitor.hasAll(of: "counter-1", upTo: 7)
        try await monitor.hasAll(of: "counter-2", upTo: 7)

        // A node takes with it what it has acknowledged and not handed on.
        try await publish(8...10, at: cluster.first)
        await cluster.first.kill()
        try await publish(11...12, at: cluster.second)
        try await cluster.first.start()
        try await far.logs("online")
        try await publish(13...13, at: cluster.second)
        try await monitor.hasAll(of: "counter-1", upTo: 13)
        try await monitor.hasAll(of: "counter-2", upTo: 13)
        try await monitor.showsNoGaps()
        for box in [near, far] { #expect(await box.stop() == .exited(0)) }
        #expect(await monitor.stop() == .exited(0))
      }
    }
  }

  private static func credentials(_ cluster: EjabberdCluster) -> String {
    "credentials: {username: \"\(EjabberdCluster.username)\", passwordFile: \(cluster.passwordFile)}"
  }

  private static func monitor(
    in folder: String, at node: EjabberdNode, of cluster: EjabberdCluster
  ) throws -> MonitorProcess {
    try MonitorProcess(
      in: folder,
      .init(port: node.port, database: "sqlite:\(folder)/fleet.db", more: credentials(cluster)))
  }

  /// A box that is online.
  private static func box(
    _ name: String, in folder: String, at node: EjabberdNode, of cluster: EjabberdCluster
  ) async throws -> BoxProcess {
    let own = "\(folder)/\(name)"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    var setup = BoxProcess.Setup(port: node.port, box: name)
    setup.more = credentials(cluster)
    let box = try BoxProcess(in: own, setup)
    try await box.logs("online")
    return box
  }
}

extension MonitorProcess {
  /// Waits until a box has handled an order and no earlier receipt of it is missing; that receipt's number.
  @discardableResult
  fileprivate func hasAll(of box: String, upTo order: Int) async throws -> Int {
    while true {
      let own = try await receipts().filter { $0["box"] == box }
      let handled = own.first { $0.id == Orders.id(order) && $0.kind == "handled" }
      if let last = handled?.seq, Set(own.map(\.seq)).isSuperset(of: 1...last) { return last }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Waits until its page counts no gap.
  fileprivate func showsNoGaps() async throws {
    try await wait { monitor in
      let summary = try await monitor.summary()
      return summary.number("gaps", "receipts") == 0 && summary.number("gaps", "boxes") == 0
    }
  }
}
