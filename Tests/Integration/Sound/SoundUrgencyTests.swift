import Interop
import Testing
import TestKit
import Wire

@Suite(.timeLimit(.minutes(3))) struct `What the shop hears when something urgent comes` {
  @Test func `is the end of the clip, the urgent order, and the first one from its start`()
    async throws
  {
    try await SoundShop.open { shop in
      let box = try await shop.start()
      let recorder = try await shop.server.record()
      let words = ["h1", "h2", "h3"]
      try await shop.send(.of("long", words.joined(separator: " ")))
      await recorder.waitForSound()
      try await shop.send(.of("urgent", "n1 n2", priority: .high))
      #expect(try await shop.outcomes("urgent", "long") == ["played", "played"])
      #expect(await box.stop() == .exited(0))
      let handled = shop.monitor.all.filter { $0.kind == "handled" }.map(\.id)
      #expect(handled == ["urgent", "long"])

      var heard = Heard(await recorder.stop())
      let long = try await shop.sound(of: words.joined(separator: " "))
      let cut = heard.clips(of: long, try await shop.clips(words))
      let (count, border) = try #require(cut, "the first one ends with a clip")
      #expect((1..<words.count).contains(count))
      let urgent = heard.whole(try await shop.sound(of: "n1 n2"))
      let start = try #require(urgent, "the urgent one is heard whole")
      #expect(start - border <= 7_200, "within 150 ms")
      let again = heard.whole(long)
      #expect(again != nil, "the first one is heard whole, from its start")
      heard.expectNothingMore()
    }
  }
}
