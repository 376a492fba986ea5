import Interop
import Testing
import TestKit
import Wire

@Suite(.timeLimit(.minutes(3))) struct `What the shop hears when the volume changes` {
  @Test func `goes evenly to the new volume, and stays there after a restart`() async throws {
    try await SoundShop.open { shop in
      let box = try await shop.start()
      let recorder = try await shop.server.record()
      let words = "h1 h2 h3"
      try await shop.send(.of("a", words))
      await recorder.waitForSound()
      try await shop.ask("volume", #"{"value":40}"#)
      #expect(try await shop.outcomes("a") == ["played"])
      #expect(await box.stop() == .exited(0))

      let again = try await shop.start()
      #expect(try await shop.ask("volume")["volume"]?.text == "40")
      try await shop.send(.of("b", "n1 n2"), .of("c", "n3 n4", volume: 50))
      #expect(try await shop.outcomes("b", "c") == ["played", "played"])
      #expect(await again.stop() == .exited(0))

      var heard = Heard(await recorder.stop())
      let (loud, soft) = (
        try await shop.sound(of: words), try await shop.sound(of: words, volume: 40)
      )
      let start = try #require(heard.samples.firstIndex { $0 != 0 }) - loud.prefix { $0 == 0 }.count
      let changing = heard.samples[start..<start + loud.count]
      let ramp = zip(changing, loud).prefix { $0 == $1 }.count
      let after = zip(changing.reversed(), soft.reversed()).prefix { $0 == $1 }.count
      #expect(ramp > 0)
      #expect(after > 0)
      // 50 ms; where the signal is low, its ends cannot be told from what is beside them.
      #expect((1...2_400).contains(loud.count - after - ramp))
      let isSmooth = Recording.isSmooth(changing, against: loud[...], ramp: 2_400)
      #expect(isSmooth)
      heard = Heard(Array(heard.samples[(start + loud.count)...]))
      let kept = heard.whole(try await shop.sound(of: "n1 n2", volume: 40))
      #expect(kept != nil)
      let product = heard.whole(try await shop.sound(of: "n3 n4", volume: 20))
      #expect(product != nil)
      heard.expectNothingMore()
    }
  }
}
