import FoundationEssentials
import Interop
import Testing
import TestKit
import Wire

@Suite(.timeLimit(.minutes(3)), .serialized)
struct `What the shop hears when something comes after silence` {
  @Test(arguments: [
    (settings: "", leadIn: 14_400, tail: 2_400),
    (settings: "leadIn: 120ms\ntail: 200ms", leadIn: 5_760, tail: 9_600),
  ])
  func `begins after the lead-in, and ends with the tail`(
    settings: String, leadIn: Int, tail: Int
  ) async throws {
    try await SoundShop.open { shop in
      let box = try await shop.start(settings) { setup in
        setup.environment = try shop.tap()
        setup.audio = "tap"
      }
      let recorder = try await shop.server.record()
      try await shop.send(.of("a", "n1 n2"), .of("b", "n3"))
      #expect(try await shop.outcomes("a", "b") == ["played", "played"])
      #expect(await box.stop() == .exited(0))

      // What the box gave to the device, from the first sample to the last.
      var given = Heard(try Recording.rawSamples("\(shop.folder)/tap.raw"))
      let first = given.whole(try await shop.sound(of: "n1 n2"))
      #expect(first == leadIn)
      let firstEnd = given.end
      let second = given.whole(try await shop.sound(of: "n3"))
      #expect(try #require(second) - firstEnd >= tail)
      #expect(given.samples.count - given.end >= tail)

      var heard = Heard(await recorder.stop())
      for words in ["n1 n2", "n3"] {
        let before = heard.end
        let place = heard.whole(try await shop.sound(of: words))
        let start = try #require(place, "\(words) is heard whole")
        #expect(start - before >= leadIn, "before \(words)")
      }
      heard.expectNothingMore()
    }
  }

  @Test func `has the whole lead-in again after two seconds`() async throws {
    try await SoundShop.open { shop in
      let box = try await shop.start {
        $0.environment = try shop.tap()
        $0.audio = "tap"
      }
      let recorder = try await shop.server.record()
      try await shop.send(.of("a", "n1"))
      #expect(try await shop.outcomes("a") == ["played"])
      await recorder.wait(for: .milliseconds(2_100))
      try await shop.send(.of("b", "n2"))
      #expect(try await shop.outcomes("b") == ["played"])
      #expect(await box.stop() == .exited(0))
      _ = await recorder.stop()

      var given = Heard(try Recording.rawSamples("\(shop.folder)/tap.raw"))
      _ = given.whole(try await shop.sound(of: "n1"))
      let end = given.end
      let start = given.whole(try await shop.sound(of: "n2"))
      // The tail of the first, and the lead-in of the second.
      #expect(try #require(start) - end >= 2_400 + 14_400)
    }
  }
}

extension SoundShop {
  /// Makes the sound device `tap`, which also writes all that it is given into `tap.raw`.
  ///
  /// - Returns: The environment in which libasound knows it.
  fileprivate func tap() throws -> [String: String?] {
    let path = "\(folder)/tap.conf"
    guard let usual = server.environment["ALSA_CONFIG_PATH"] ?? nil else { return [:] }
    let text = """
      <\(usual)>
      pcm.tap {
        type file
        slave.pcm "\(server.device)"
        file "\(folder)/tap.raw"
        format raw
      }

      """
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return ["ALSA_CONFIG_PATH": path]
  }
}
