import Interop
import Testing
import TestKit
import Wire

@Suite(.timeLimit(.minutes(3)), .serialized) struct `What the shop hears when it should be quiet` {
  @Test func `is nothing in quiet hours, but what is urgent`() async throws {
    try await SoundShop.open { shop in
      let box = try await shop.start(
        """
        quietHours:
          highPasses: true
          hours: [{from: "00:00", to: "12:00"}, {from: "12:00", to: "00:00"}]
        """)
      let recorder = try await shop.server.record()
      try await shop.send(.of("a", "n1"), .of("b", "n2", rings: true))
      #expect(try await shop.outcomes("a", "b") == ["muted", "muted"])
      try await shop.send(.of("c", "n3", priority: .high))
      #expect(try await shop.outcomes("c") == ["played"])
      #expect(await box.stop() == .exited(0))

      var heard = Heard(await recorder.stop())
      let urgent = heard.whole(try await shop.sound(of: "n3"))
      #expect(urgent != nil)
      heard.expectNothingMore()
    }
  }

  @Test func `is nothing while the box is muted, and whole again afterwards`() async throws {
    try await SoundShop.open { shop in
      let box = try await shop.start()
      let recorder = try await shop.server.record()
      try await shop.ask("mute", #"{"until":"2100-01-01T00:00:00Z"}"#)
      try await shop.send(.of("a", "n1"))
      #expect(try await shop.outcomes("a") == ["muted"])
      try await shop.ask("mute", #"{"until":"off"}"#)
      // A receipt that says `muted` settles only the attempt.
      try await shop.send(.of("b", "n2"), .of("a", "n1"))
      #expect(try await shop.outcomes("b") == ["played"])
      try await shop.monitor.collect { $0.last?["attempt"] == "2" && $0.last?.outcome == "played" }
      #expect(await box.stop() == .exited(0))

      var heard = Heard(await recorder.stop())
      for words in ["n2", "n1"] {
        let place = heard.whole(try await shop.sound(of: words))
        #expect(place != nil)
      }
      heard.expectNothingMore()
    }
  }
}
