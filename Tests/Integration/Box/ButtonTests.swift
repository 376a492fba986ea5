import Interop
import Testing
import TestKit
import Wire

/// A real program with libevdev in it; only the kernel's part of the device is played by the test.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `The button of one box` {
  static let names = ["counter-1", "counter-2", "kitchen"]
  /// `KEY_ENTER`.
  static let key: UInt16 = 28

  private func settings(_ device: FakeInputDevice) -> String {
    "button: {device: \(device.path), key: KEY_ENTER}"
  }

  /// What is pressed before the box has opened the device is nobody's press.
  private func watched(by box: BoxProcess) async throws {
    if !box.log.contains("button available") { try await box.logs("button available") }
  }

  @Test func `ends the alert that is heard, in the whole store`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let device = try await FakeInputDevice(in: folder, key: Self.key)
        try device.plug()
        let monitor = try await ReceiptSubscriber(broker, of: "+")
        let boxes = try await StoreBoxes.start(
          Self.names, in: folder, at: broker,
          settings: { $0 == "counter-1" ? settings(device) : "" },
          environment: device.environment)
        try await watched(by: boxes[0])
        for order in ["a", "b"] {
          try await StoreBoxes.alert(order, at: broker)
          try await StoreBoxes.ring(
            Self.names, order == "a" ? ["a"] : ["a", "b"], at: broker)
        }
        let requests = try await broker.subscribe(
          to: "soundbox/v1/s042/all/request/acknowledge")
        for order in ["b", "a"] {
          try device.press()
          let request = try await requests.next()
          #expect(!request.isRetained)
          #expect(
            try Request(verb: "acknowledge", payload: request.payload).action
              == .acknowledge(order: order))
          let receipts = try await monitor.outcomes(of: "\(order)-created", of: Self.names)
          #expect(receipts.map(\.outcome) == ["stopped", "stopped", "stopped"])
          #expect(receipts.first?["reason"] == "acknowledged by the button of counter-1")
          for other in receipts.dropFirst() {
            #expect(other["reason"] == "acknowledged by a request to the store")
          }
          try await StoreBoxes.ring(Self.names, order == "b" ? ["a"] : [], at: broker)
        }
        let handled = monitor.all.filter { $0.kind == "handled" }
        #expect(handled.count == 6, "one outcome for each box and order")
        for box in boxes { #expect(await box.stop() == .exited(0)) }
      }
    }
  }

  @Test func `ends the alert while the broker is away, and tells the store afterwards`()
    async throws
  {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let device = try await FakeInputDevice(in: folder, key: Self.key)
        try device.plug()
        let monitor = try await ReceiptSubscriber(broker, of: "+")
        let names = ["counter-1", "kitchen"]
        let boxes = try await StoreBoxes.start(
          names, in: folder, at: broker,
          settings: { $0 == "counter-1" ? settings(device) : "" },
          environment: device.environment)
        try await watched(by: boxes[0])
        try await StoreBoxes.alert("a", at: broker)
        try await StoreBoxes.ring(names, ["a"], at: broker)
        await broker.terminate()
        for box in boxes { try await box.logs("offline") }
        try device.press()
        try await boxes[0].logs("order handled id=a-created attempt=1 outcome=stopped")
        try await broker.start()
        let receipts = try await monitor.outcomes(of: "a-created", of: names)
        #expect(receipts.map(\.outcome) == ["stopped", "stopped"])
        #expect(receipts.last?["reason"] == "acknowledged by a request to the store")
        for box in boxes { #expect(await box.stop() == .exited(0)) }
      }
    }
  }

  @Test func `does nothing while nothing rings, and may be pulled out`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let device = try await FakeInputDevice(in: folder, key: Self.key)
        try device.plug()
        let monitor = try await ReceiptSubscriber(broker, of: "+")
        let box = try #require(
          try await StoreBoxes.start(
            ["counter-1"], in: folder, at: broker, settings: { _ in settings(device) },
            environment: device.environment
          ).first)
        try await watched(by: box)
        try device.press()
        try await box.logs("button pressed")
        device.unplug()
        try await box.logs("button unavailable")
        try await StoreBoxes.alert("a", at: broker)
        try await StoreBoxes.ring(["counter-1"], ["a"], at: broker)
        try device.plug()
        try await box.logs("button available")
        try device.press()
        let ended = try await monitor.outcomes(of: "a-created", of: ["counter-1"])
        #expect(ended.first?.outcome == "stopped")
        #expect(await box.stop() == .exited(0))
      }
    }
  }
}
