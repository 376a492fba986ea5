import Glibc
import Interop
import Testing
import TestKit
import Wire

@Suite(.timeLimit(.minutes(3))) struct `What the shop hears when many orders come at once` {
  @Test func `is one summary of them`() async throws {
    try await SoundShop.open { shop in
      // Without a device all of them wait, however slowly they come.
      try await shop.server.removeSink()
      let box = try await shop.start(queue: "summaryAbove: 5")
      let numbers = Array(1...12)
      try await shop.broker.publish(numbers.map { Orders.payload($0) }, to: "shop/orders/1")
      try await shop.monitor.collect { $0.count { $0.kind == "delivered" } == numbers.count }
      box.child.send(SIGSTOP)
      try await shop.server.makeSink()
      let recorder = try await shop.server.record()
      box.child.send(SIGCONT)
      try await shop.monitor.collect(untilHandled: numbers.map(Orders.id))
      #expect(await box.stop() == .exited(0))

      let handled = shop.monitor.all.filter { $0.kind == "handled" }
      let summary = try #require(handled.first)
      let members = handled.dropFirst()
      #expect(summary.outcome == "played")
      #expect(Set(members.map(\.id)) == Set(numbers.map(Orders.id)))
      let areSummarized = members.allSatisfy { member in
        member.outcome == "summarized" && member["reason"] == "summary \(summary.id)"
      }
      #expect(areSummarized, "\(members)")
      var heard = Heard(await recorder.stop())
      let total = numbers.map { 100 * $0 + 50 }.reduce(0, +) / 100
      let announcement = heard.whole(
        try await shop.sound(of: "summary.orders number:12 money:CNY\(total).00"))
      #expect(announcement != nil)
      heard.expectNothingMore()
    }
  }
}
