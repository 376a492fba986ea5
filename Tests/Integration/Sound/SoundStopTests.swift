import Interop
import Testing
import TestKit
import Wire

@Suite(.timeLimit(.minutes(3)), .serialized)
struct `What the shop hears when somebody asks for silence` {
  @Test(arguments: [
    ("current", ["stopped", "played", "played"]), ("queue", ["played", "stopped", "stopped"]),
    ("all", ["stopped", "stopped", "stopped"]),
  ])
  func `is what the scope leaves`(scope: String, outcomes: [String]) async throws {
    try await SoundShop.open { shop in
      let box = try await shop.start()
      let recorder = try await shop.server.record()
      let all = ["h1 h2 h3", "n1", "n2"]
      try await shop.send(.of("a", all[0]), .of("b", all[1]), .of("c", all[2]))
      await recorder.waitForSound()
      try await shop.ask("stop", #"{"scope":"\#(scope)"}"#)
      #expect(try await shop.outcomes("a", "b", "c") == outcomes)
      #expect(await box.stop() == .exited(0))
      let reasons = shop.monitor.all.filter { $0.outcome == "stopped" }.map { $0["reason"] }
      #expect(reasons.allSatisfy { $0 == "stopped by request" })

      var heard = Heard(await recorder.stop())
      for (words, outcome) in zip(all, outcomes) {
        let sound = try await shop.sound(of: words)
        if outcome == "played" {
          let place = heard.whole(sound)
          #expect(place != nil, "\(words) is heard whole")
        } else if words == all[0] {
          let end = heard.faded(sound, over: 960)
          #expect(end != nil, "it ends with a ramp of 20 ms")
        }
      }
      heard.expectNothingMore()
    }
  }
}
