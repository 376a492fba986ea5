import Interop
import Testing
import TestKit
import Wire

@Suite(.timeLimit(.minutes(3)), .serialized) struct `What the shop hears when the device rests` {
  @Test(arguments: [
    ("idle: close\nidleAfter: 100ms", before: 0, after: 0), ("idle: keep-open", 0, 1),
    ("idle: stream-silence", 1, 1),
  ])
  func `is whole before and after`(policy: String, before: Int, after: Int) async throws {
    try await SoundShop.open { shop in
      let box = try await shop.start(policy)
      try await shop.server.waitForStreams(before)
      let recorder = try await shop.server.record()
      for (id, words) in [("a", "n1 n2"), ("b", "n3 n4")] {
        try await shop.send(.of(id, words))
        #expect(try await shop.outcomes(id) == ["played"])
        // A device that is to be closed is closed then; the others have had the time for it.
        if after > 0 { await recorder.wait(for: .milliseconds(200)) }
        try await shop.server.waitForStreams(after)
      }
      #expect(await box.stop() == .exited(0))

      var heard = Heard(await recorder.stop())
      for words in ["n1 n2", "n3 n4"] {
        let place = heard.whole(try await shop.sound(of: words))
        #expect(place != nil, "\(words)")
      }
      heard.expectNothingMore()
    }
  }
}

extension SoundServer {
  /// Waits until so many programs have a stream; the test's time limit ends it.
  fileprivate func waitForStreams(_ count: Int) async throws {
    while try await streams() != count { try Task.checkCancellation() }
  }
}
