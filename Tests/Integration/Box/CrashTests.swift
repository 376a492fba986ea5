import Interop
import Testing
import TestKit

@Suite(.timeLimit(.minutes(3))) struct `The box is killed` {
  static let steps = [
    "received", "committed", "acknowledged", "started", "drained", "outcome-committed",
    "receipt-published",
  ]

  @Test(arguments: steps, [1, 2])
  func `at each step, and nothing is lost, nothing invented`(step: String, time: Int) async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let monitor = try await ReceiptSubscriber(broker)
        let wav = "\(folder)/out.wav"
        var setup = BoxProcess.Setup(port: broker.port, audio: "wav:\(wav)")
        setup.environment = ["KILL_SOUNDBOX_AT": "\(step):\(time)"]
        let first = try BoxProcess(in: folder, setup)
        try await first.logs("online")
        let numbers = [101, 102, 103]
        for number in numbers {
          try await broker.publish(Orders.payload(number), to: "shop/orders/1")
        }
        #expect(await first.ended() == .signalled(9), "\(first.log)")

        setup.environment = [:]
        let second = try BoxProcess(in: folder, setup)
        try await monitor.collect(untilHandled: numbers.map(Orders.id))
        #expect(await second.stop() == .exited(0))
        try await check(monitor.all, numbers, heard: try Recording.samples(wav), in: folder)
      }
    }
  }

  private func check(
    _ receipts: [SeenReceipt], _ numbers: [Int], heard: [Int16], in folder: String
  ) async throws {
    for number in numbers {
      let own = receipts.filter { $0.id == Orders.id(number) && !$0.isDuplicate }
      let handled = Set(own.filter { $0.kind == "handled" }.map(\.seq))
      #expect(handled.count == 1, "one outcome for \(number)")
      #expect(Set(own.filter { $0.kind == "delivered" }.map(\.seq)).count == 1)
      #expect(own.allSatisfy { $0.kind == "delivered" || $0.outcome == "played" })
      let announcement = try await Recording.announcement(
        Orders.command(number), pack: "zh-CN", in: folder)
      let times = Recording.count(announcement, in: heard)
      let isReplayed = own.contains { $0.isReplayed }
      #expect(times == 1 || times == 2 && isReplayed, "\(number) was heard \(times) times")
    }
    let seqs = Set(receipts.map(\.seq))
    #expect(seqs == Set(1...(seqs.max() ?? 0)), "receipts have no gap")
    for seq in seqs {
      let same = receipts.filter { $0.seq == seq }
      #expect(same.allSatisfy { $0 == same[0] }, "a receipt that goes out again says the same")
    }
  }

  @Test func `again and again on one command, which is given up for the others' sake`() async throws
  {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let monitor = try await ReceiptSubscriber(broker)
        var setup = BoxProcess.Setup(port: broker.port)
        setup.environment = ["KILL_SOUNDBOX_AT": "started:1"]
        let first = try BoxProcess(in: folder, setup)
        try await first.logs("online")
        for number in [1, 2] {
          try await broker.publish(Orders.payload(number), to: "shop/orders/1")
        }
        #expect(await first.ended() == .signalled(9))
        let second = try BoxProcess(in: folder, setup)
        #expect(await second.ended() == .signalled(9))
        setup.environment = [:]
        let third = try BoxProcess(in: folder, setup)
        try await monitor.collect(untilHandled: [1, 2].map(Orders.id))
        let handled = monitor.all.filter { $0.kind == "handled" }
        #expect(handled.first { $0.id == Orders.id(1) }?["code"] == "4")
        #expect(handled.first { $0.id == Orders.id(2) }?.outcome == "played")
        #expect(await third.stop() == .exited(0))
      }
    }
  }
}
