import FoundationEssentials
import Interop
import Testing
import TestKit
import Wire

@Suite(.timeLimit(.minutes(3))) struct `What the shop hears when an order rings` {
  @Test func `is the order in the first and the fifth round, and the ring alone in the others`()
    async throws
  {
    try await SoundShop.open { shop in
      let box = try await shop.start("alerts: {ring: n3, pause: 350ms, rounds: 5}")
      let recorder = try await shop.server.record()
      try await shop.send(.of("a", "n1 n2", rings: true))
      #expect(try await shop.outcomes("a") == ["played"])
      #expect(shop.monitor.all.last?["rounds"] == "5")
      #expect(await box.stop() == .exited(0))

      var heard = Heard(await recorder.stop())
      let (ring, order) = (try await shop.sound(of: "n3"), try await shop.sound(of: "n1 n2"))
      for round in 1...5 {
        let before = heard.end
        let rings = heard.whole(ring)
        let start = try #require(rings, "round \(round) rings")
        #expect(round == 1 || start - before >= 16_800, "there is a pause before round \(round)")
        if round == 1 || round == 5 {
          let place = heard.whole(order)
          #expect(place != nil, "round \(round) says the order")
        }
      }
      heard.expectNothingMore()
    }
  }

  @Test func `is silence from the end of the clip on, once somebody has acknowledged it`()
    async throws
  {
    try await SoundShop.open { shop in
      let words = ["chime", "n1", "n2", "n3", "n4"]
      let ring = try await shop.sound(of: words.joined(separator: " "))
      let order = try await shop.sound(of: "n5")
      let box = try await shop.start(
        "alerts: {ring: \(words.joined(separator: " ")), pause: 50ms}")
      let recorder = try await shop.server.record()
      try await shop.send(.of("a", "n5", rings: true))
      let first = await recorder.waitForSound()
      await recorder.waitForSound(from: first + ring.count + order.count + 9_600)
      let asked = recorder.count
      #expect(try await shop.ask("acknowledge", #"{"order":"a"}"#)["ended"]?.text == "1")
      #expect(try await shop.outcomes("a") == ["stopped"])
      let receipt = try #require(shop.monitor.all.last)
      #expect(receipt["rounds"] == "1")
      #expect(receipt["reason"] == "acknowledged by a request to the box")
      // Longer than the pause: another round would be heard.
      await recorder.wait(for: .milliseconds(500))
      #expect(await box.stop() == .exited(0))

      var heard = Heard(await recorder.stop())
      let (rings, says) = (heard.whole(ring), heard.whole(order))
      #expect(rings != nil)
      #expect(says != nil)
      let cut = heard.clips(of: ring, try await shop.clips(words))
      let (count, end) = try #require(cut, "the ring ends with a clip")
      #expect(count < words.count)
      #expect(end - asked <= 48_000, "it ends within a second")
      heard.expectNothingMore()
    }
  }

  @Test func `is silence within a second, even in the middle of a long ring`() async throws {
    try await SoundShop.open { shop in
      let (pack, ring) = try await shop.packWithLongRing()
      let box = try await shop.start { $0.environment["SOUNDBOX_PACK"] = pack }
      let recorder = try await shop.server.record()
      try await shop.send(.of("a", "n5", rings: true))
      await recorder.waitForSound()
      let asked = recorder.count
      try await shop.ask("acknowledge", #"{"order":"a"}"#)
      #expect(try await shop.outcomes("a") == ["stopped"])
      #expect(shop.monitor.all.last?["rounds"] == "0")
      #expect(await box.stop() == .exited(0))

      var heard = Heard(await recorder.stop())
      let ramp = heard.faded(ring, over: 960)
      let end = try #require(ramp, "the ring ends with a ramp of 20 ms")
      #expect(end - asked <= 48_000)
      heard.expectNothingMore()
    }
  }
}

extension SoundShop {
  /// Makes a pack that is like the one of the others, but rings for three seconds on end.
  fileprivate func packWithLongRing() async throws -> (path: String, ring: [Int16]) {
    let path = "\(folder)/pack"
    try FileManager.default.copyItem(atPath: Program.pack("zh-CN"), toPath: path)
    let ring = "\(path)/clips/long-ring.wav"
    let made = try await Program.run(
      "say", "--pack", path, "--out", ring, "ring ring ring")
    #expect(made.status == 0, "\(made.errors)")
    let sum = try ChildProcess("sha256sum", [ring], output: .pipe)
    let digest = String(decoding: await sum.output?.readToEnd().prefix(64) ?? [], as: UTF8.self)
    let manifest = try JSONReader.read(
      Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/pack.json"))))
    var object = try #require(manifest.object)
    var clips = try #require(object["clips"]?.object)
    let samples = try Recording.samples(ring)
    var entry = try #require(clips["ring"]?.object)
    entry["file"] = .string("clips/long-ring.wav")
    entry["sha256"] = .string(digest)
    entry["frames"] = .number(JSONNumber(samples.count))
    clips["ring"] = .object(entry)
    object["clips"] = .object(clips)
    try JSON.object(object).encoded.write(
      toFile: "\(path)/pack.json", atomically: true, encoding: .utf8)
    return (path, samples)
  }
}
