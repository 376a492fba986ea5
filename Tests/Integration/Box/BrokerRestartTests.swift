import Interop
import Testing
import TestKit

@Suite(.timeLimit(.minutes(3))) struct `The broker is killed and comes back` {
  @Test func `twenty times while orders flow: each is spoken and receipted once`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let monitor = try await ReceiptSubscriber(broker)
        let wav = "\(folder)/out.wav"
        let box = try BoxProcess(in: folder, .init(port: broker.port, audio: "wav:\(wav)"))
        try await box.logs("online")
        var published: [Int] = []
        for round in 1...20 {
          let numbers = [round * 3 - 2, round * 3 - 1, round * 3]
          published += numbers
          for number in numbers {
            try await broker.publish(Orders.payload(number), to: "shop/orders/1")
          }
          if round.isMultiple(of: 2) { await broker.terminate() } else { await broker.kill() }
          try await broker.start()
          // A broker that is killed forgets what it had acknowledged; whoever wants to be sure
          // publishes again what has no receipt, under the same id.
          let open = published.filter { number in
            !monitor.all.contains { $0.id == Orders.id(number) && $0.kind == "handled" }
          }
          try await box.logs("online")
          try await broker.publish(open.map { Orders.payload($0) }, to: "shop/orders/1")
          try await monitor.collect(untilHandled: open.map(Orders.id))
        }
        #expect(await box.stop() == .exited(0))
        let heard = try Recording.samples(wav)
        for number in published {
          let own = monitor.all.filter { $0.id == Orders.id(number) && !$0.isDuplicate }
          #expect(Set(own.filter { $0.kind == "handled" }.map(\.seq)).count <= 1)
          #expect(own.allSatisfy { $0.kind == "delivered" || $0.outcome == "played" })
          let announcement = try await Recording.announcement(
            Orders.command(number), pack: "zh-CN", in: folder)
          let times = Recording.count(announcement, in: heard)
          #expect(times == 1, "\(number)")
        }
      }
    }
  }
}
