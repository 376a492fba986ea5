import Interop
import Testing
import TestKit
import Wire

/// Three boxes of one store, each a process with a journal of its own.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `An alert in the whole store` {
  static let names = ["counter-1", "counter-2", "kitchen"]

  private func withFleetDatabase(
    _ body: (MosquittoBroker, ReceiptSubscriber, [BoxProcess]) async throws -> Void
  ) async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let monitor = try await ReceiptSubscriber(broker, of: "+")
        let boxes = try await StoreBoxes.start(Self.names, in: folder, at: broker)
        try await body(broker, monitor, boxes)
        for box in boxes { #expect(await box.stop() == .exited(0)) }
      }
    }
  }

  @Test func `is ended on all boxes by one request to the store`() async throws {
    try await withFleetDatabase { broker, monitor, boxes in
      for order in ["a", "b"] { try await StoreBoxes.alert(order, at: broker) }
      try await StoreBoxes.ring(Self.names, ["a", "b"], at: broker)
      let answers = try await broker.subscribe(to: "soundbox/v1/s042/+/response/acknowledge")
      try await broker.publish(
        #"{"order":"a"}"#, to: "soundbox/v1/s042/all/request/acknowledge")
      let ended = try await monitor.outcomes(of: "a-created", of: Self.names)
      for receipt in ended {
        #expect(receipt.outcome == "stopped")
        #expect(receipt["code"] == "0")
        #expect(receipt["order"] == "a")
        #expect(receipt["rounds"] == "1")
        #expect(receipt["reason"] == "acknowledged by a request to the store")
      }
      var answering: Set<String> = []
      for _ in Self.names {
        let answer = try await answers.next()
        answering.insert(answer.topic)
        let data = try JSONReader.read(answer.payload)
        #expect(data.value(at: ["data", "ended"])?.text == "1")
      }
      #expect(answering.count == 3)
      try await StoreBoxes.ring(Self.names, ["b"], at: broker)
      #expect(!monitor.all.contains { $0.kind == "handled" && $0.id == "b-created" })
    }
  }

  @Test func `is ended on all boxes by the back end, whose rule says so`() async throws {
    try await withFleetDatabase { broker, monitor, boxes in
      for order in ["a", "b"] { try await StoreBoxes.alert(order, at: broker) }
      try await StoreBoxes.ring(Self.names, ["a", "b"], at: broker)
      try await broker.publish(
        #"{"type":"order.accepted","order":{"id":"b"}}"#, to: "shop/orders/1")
      for receipt in try await monitor.outcomes(of: "b-created", of: Self.names) {
        #expect(receipt.outcome == "stopped")
        #expect(receipt["reason"]?.hasPrefix("acknowledged by ") == true)
      }
      try await StoreBoxes.ring(Self.names, ["a"], at: broker)
      let handled = monitor.all.filter { $0.kind == "handled" }
      #expect(handled.map(\.id) == ["b-created", "b-created", "b-created"])
    }
  }

  @Test func `goes on where it was not acknowledged`() async throws {
    try await withFleetDatabase { broker, monitor, boxes in
      try await StoreBoxes.alert("a", at: broker)
      try await StoreBoxes.ring(Self.names, ["a"], at: broker)
      try await broker.publish(
        #"{"order":"a"}"#, to: "soundbox/v1/s042/counter-2/request/acknowledge")
      let ended = try await monitor.outcomes(of: "a-created", of: ["counter-2"])
      #expect(ended.first?["reason"] == "acknowledged by a request to the box")
      try await StoreBoxes.ring(["counter-1", "kitchen"], ["a"], at: broker)
      try await StoreBoxes.ring(["counter-2"], [], at: broker)
    }
  }

  /// A box that was away hears of it when it is back: its session has kept the request.
  @Test func `is ended on a box that was away when it was acknowledged`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let monitor = try await ReceiptSubscriber(broker, of: "+")
        let boxes = try await StoreBoxes.start(["counter-1", "kitchen"], in: folder, at: broker)
        try await StoreBoxes.alert("a", at: broker)
        try await StoreBoxes.ring(["counter-1", "kitchen"], ["a"], at: broker)
        boxes[1].child.send(9)
        #expect(await boxes[1].ended() == .signalled(9))
        try await broker.publish(
          #"{"order":"a"}"#, to: "soundbox/v1/s042/all/request/acknowledge")
        _ = try await monitor.outcomes(of: "a-created", of: ["counter-1"])
        let kitchen = try await StoreBoxes.start(["kitchen"], in: folder, at: broker)
        let ended = try await monitor.outcomes(of: "a-created", of: ["kitchen"])
        #expect(ended.first?.outcome == "stopped")
        for box in [boxes[0]] + kitchen { #expect(await box.stop() == .exited(0)) }
      }
    }
  }
}
