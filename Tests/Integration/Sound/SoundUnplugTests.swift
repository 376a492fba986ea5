import Glibc
import Interop
import Testing
import TestKit
import Wire

@Suite(.timeLimit(.minutes(3)), .serialized) struct `What the shop hears when the cable is pulled` {
  @Test func `is the interrupted order, from its start, once the cable is back`() async throws {
    try await SoundShop.open { shop in
      let states = try await shop.broker.subscribe(to: "\(SoundShop.topics)/state")
      let box = try await shop.start()
      let words = "h1 h2 h3"
      try await shop.send(.of("a", words))
      try await shop.losesSound(box)
      try await shop.send(.of("b", "n1"))
      let recorder = try await shop.findsSound(box)
      #expect(try await shop.outcomes("a", "b") == ["played", "played"])
      #expect(shop.monitor.all.first { $0.outcome == "played" }?.isReplayed == true)
      #expect(try await shop.ask("health")["audio"]?.object?["state"]?.text == "idle")
      #expect(await box.stop() == .exited(0))

      var heard = Heard(await recorder.stop())
      let (first, second) = (
        heard.whole(try await shop.sound(of: words)), heard.whole(try await shop.sound(of: "n1"))
      )
      #expect(first != nil)
      #expect(second != nil)
      heard.expectNothingMore()
      // It was online all the time.
      for state in ["online", "offline"] {
        let seen = try JSONReader.read(try await states.next().payload).object?["state"]?.text
        #expect(seen == state)
      }
    }
  }

  @Test func `is the alert's round from its start, until somebody acknowledges it`() async throws {
    try await SoundShop.open { shop in
      let box = try await shop.start("alerts: {ring: chime, pause: 50ms}")
      try await shop.send(.of("a", "h1 h2", rings: true))
      try await shop.losesSound(box)
      let recorder = try await shop.findsSound(box)
      let (ring, order) = (try await shop.sound(of: "chime"), try await shop.sound(of: "h1 h2"))
      let start = await recorder.waitForSound()
      await recorder.waitForSound(from: start + ring.count + order.count + 9_600)
      try await shop.ask("acknowledge", #"{"order":"a"}"#)
      #expect(try await shop.outcomes("a") == ["stopped"])
      #expect(await box.stop() == .exited(0))

      // A ring of one clip is never cut, so that all rounds were whole.
      let rounds = try #require(shop.monitor.all.last?["rounds"].flatMap { Int($0) })
      #expect(rounds >= 2)
      var heard = Heard(await recorder.stop())
      for sound in [ring, order] + [[Int16]](repeating: ring, count: rounds - 1) {
        let place = heard.whole(sound)
        #expect(place != nil)
      }
      heard.expectNothingMore()
    }
  }
}

extension SoundShop {
  /// Pulls the cable while something is heard, and waits until the box has seen it and says so.
  fileprivate func losesSound(_ box: BoxProcess) async throws {
    let recorder = try await server.record()
    await recorder.waitForSound()
    try await server.removeSink()
    try await box.logs("announcement cut by the sound device")
    try await box.logs("sound device unavailable")
    let audio = try await ask("health")["audio"]?.object
    #expect(audio?["state"]?.text == "unavailable")
    #expect(audio?["reason"]?.text != nil)
    _ = await recorder.stop()
  }

  /// Plugs the cable in, and records from before the box can know.
  fileprivate func findsSound(_ box: BoxProcess) async throws -> SoundRecorder {
    box.child.send(SIGSTOP)
    try await server.makeSink()
    let recorder = try await server.record()
    box.child.send(SIGCONT)
    return recorder
  }
}
