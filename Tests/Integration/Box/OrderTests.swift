import Interop
import Testing
import TestKit
import Wire

@Suite(.timeLimit(.minutes(3))) struct `An order comes in` {
  @Test(arguments: [
    ("zh-CN", "CNY", "新订单 一百二十八号 一百二十八点五元"),
    (
      "en-US", "USD",
      "new order one hundred twenty-eight, one hundred twenty-eight dollars and fifty cents"
    ),
  ])
  func `the box says it, and two receipts go out`(
    pack: String, currency: String, words: String
  ) async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let monitor = try await ReceiptSubscriber(broker)
        let box = try BoxProcess(
          in: folder, .init(port: broker.port, pack: pack, audio: "wav:\(folder)/out.wav"))
        try await box.logs("online")
        try await broker.publish(Orders.payload(128, currency: currency), to: "shop/orders/1")
        let delivered = try await monitor.next()
        let handled = try await monitor.next()
        #expect(delivered.kind == "delivered")
        #expect(delivered.id == Orders.id(128))
        #expect(delivered["seq"] == "1")
        #expect(handled.kind == "handled")
        #expect(handled.outcome == "played")
        #expect(handled["code"] == "0")
        #expect(handled["order"] == "9000000000000000128")
        #expect(handled["attempt"] == "1")
        #expect(handled["spoken"] == words)
        #expect(handled["hasHandled"] == "1")
        #expect(handled["seq"] == "2")
        #expect(await box.stop() == .exited(0))
        let expected = try await Recording.announcement(
          Orders.command(128, currency: currency), pack: pack, in: folder)
        #expect(try Recording.samples("\(folder)/out.wav") == expected)
      }
    }
  }

  @Test func `many orders are said in their order, receipts without a gap`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let monitor = try await ReceiptSubscriber(broker)
        let box = try BoxProcess(in: folder, .init(port: broker.port))
        try await box.logs("online")
        let numbers = Array(1...200)
        try await broker.publish(numbers.map { Orders.payload($0) }, to: "shop/orders/1")
        try await monitor.collect(untilHandled: numbers.map(Orders.id))
        let receipts = monitor.all
        #expect(receipts.map(\.seq) == Array(1...400))
        #expect(receipts.filter { $0.kind == "handled" }.map(\.id) == numbers.map(Orders.id))
        #expect(receipts.filter { $0.kind == "delivered" }.map(\.id) == numbers.map(Orders.id))
        #expect(await box.stop() == .exited(0))
      }
    }
  }

  @Test func `what cannot be said is refused with a reason, and the next order plays`() async throws
  {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        try await broker.publish(
          #"{"aps":{"soundCommand":"chime"},"id":"retained"}"#,
          to: "soundbox/v1/s042/counter-1/command", isRetained: true)
        let monitor = try await ReceiptSubscriber(broker)
        let box = try BoxProcess(in: folder, .init(port: broker.port))
        try await box.logs("online")
        let topic = "soundbox/v1/s042/counter-1/command"
        try await broker.publish("12.34#en#paytm", to: topic)
        try await broker.publish(
          #"{"aps":{"soundCommand":"payment.card money:CNY1e3"},"id":"a"}"#, to: topic)
        try await broker.publish(#"{"aps":{"soundCommand":"no.such.phrase"},"id":"b"}"#, to: topic)
        try await broker.publish(
          #"{"aps":{"soundCommand":"chime"},"id":"c","expiresAt":"2001-01-01T00:00:00Z"}"#,
          to: topic)
        try await broker.publish([String(repeating: "x", count: 1_100_000)], to: topic)
        try await broker.publish(#"{"aps":{"soundCommand":"chime"},"id":"d"}"#, to: topic)
        try await monitor.collect(untilHandled: ["d"])
        // What is refused is handled when it comes, the others when their turn comes.
        let handled = monitor.all.filter { $0.kind == "handled" }
        let refused = handled.filter { $0.outcome == "rejected" }
        let said = handled.filter { $0.outcome != "rejected" }
        #expect(refused.map { $0["code"] } == ["6", "6", "6"])
        #expect(refused[0].id.hasPrefix("sha256:"))
        #expect(refused[1]["reason"]?.hasPrefix("aps.soundCommand: word 2") == true)
        #expect(refused[2]["reason"] == "message: 1100000 bytes long, more than 1048576")
        #expect(said.map(\.outcome) == ["failed", "expired", "played"])
        #expect(said.map { $0["code"] } == ["2", "5", "0"])
        #expect(!monitor.all.contains { $0.id == "retained" })
        #expect(await box.stop() == .exited(0))
      }
    }
  }

  @Test func `state tells whether the box is there`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let states = try await broker.subscribe(to: "soundbox/v1/s042/counter-1/state")
        func state() async throws -> StateReport {
          try StateReport(payload: try await states.next().payload)
        }
        var session: Int64 = 0
        for _ in 1...2 {
          let box = try BoxProcess(in: folder, .init(port: broker.port))
          let birth = try await state()
          #expect(birth.state == .online)
          #expect(birth.connectionNumber > session)
          session = birth.connectionNumber
          #expect(await box.stop() == .exited(0))
          let goodbye = try await state()
          #expect(goodbye.state == .offline)
          #expect(goodbye.connectionNumber == session)
          #expect(!box.log.contains("offline error"), "an end in peace is no trouble")
        }
      }
    }
  }
}
