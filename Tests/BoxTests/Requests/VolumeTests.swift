import Box
import Messaging
import TestKit
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct `The volume of a box` {
  @Test func `is set at once, told to monitors, and read without a value`() async throws {
    try await withBox { box in
      #expect(try box.answer("volume").data?["volume"]?.text == "100")
      #expect(box.speaker.boxVolume == nil)
      try box.ask("volume", "{\"value\":\"60\"}")
      let published = box.published()
      #expect(published.map(\.topic) == [box.topics[.health], box.topics.response(to: "volume")])
      let health = try JSONReader.read(published[0].payload).object
      #expect(health?["volume"]?.text == "60")
      #expect(box.speaker.boxVolume == 60)
      #expect(try box.answer("volume", "{\"value\":null}").data?["volume"]?.text == "60")
    }
  }

  @Test func `is on the disk when it is answered`() async throws {
    try await withTemporaryFolder { folder in
      let before = try TestBox(folder)
      for volume in [0, 100, 35] {
        #expect(try before.answer("volume", "{\"value\":\(volume)}").data != nil)
      }
      let box = try TestBox(before.powerCut())
      #expect(box.status.settings.volume == 35)
      #expect(try box.answer("volume").data?["volume"]?.text == "35")
      #expect(try box.askedHealth()["volume"]?.text == "35")
    }
  }
}
