import Box
import Messaging
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct `An answer` {
  @Test(arguments: [false, true])
  func `goes to the response topic with the correlation data`(store: Bool) async throws {
    try await withBox { box in
      try box.ask(
        "volume", "{\"transaction\":\"t1\"}", store: store, answerTo: "ops/answers", [0, 255])
      let reply = try #require(try box.replies().first)
      #expect(reply.topic == "ops/answers" && reply.correlationData == [0, 255])
      #expect(reply.transaction == "t1" && reply.data != nil)
    }
  }

  @Test(arguments: [false, true])
  func `goes to the box's own topic of the verb when none is named`(store: Bool) async throws {
    try await withBox { box in
      try box.ask("volume", "{\"transaction\":\"t1\"}", store: store)
      let notice = try #require(box.published().first)
      #expect(notice.topic == "soundbox/v1/s1/b1/response/volume")
      #expect(!notice.isRetained && notice.qualityOfService == .atLeastOnce)
      #expect(notice.expiry != nil && notice.correlationData == nil)
    }
  }

  @Test(arguments: [
    "soundbox/v1/s1/b1/request/volume", "soundbox/v1/s1/all/request/health",
    "soundbox/v1/s1/b1/request/no-such-verb", "soundbox/v1/s1/b1/command",
    "soundbox/v1/s1/all/command", "", "ops/+/answers", "ops/#",
  ]) func `does not go where it would be obeyed or cannot go at all`(wish: String) async throws {
    try await withBox { box in
      try box.ask("volume", "{}", answerTo: wish, [1])
      let reply = try #require(try box.replies().first)
      #expect(reply.topic == "soundbox/v1/s1/b1/response/volume")
      #expect(reply.correlationData == [1])
    }
  }

  @Test func `goes to a box that asked, whatever its name`() async throws {
    try await withBox { box in
      try box.ask("health", answerTo: "soundbox/v1/s1/b2/response/health")
      #expect(try box.replies().map(\.topic) == ["soundbox/v1/s1/b2/response/health"])
    }
  }

  @Test(arguments: ["{\"transaction\":7}", "{}", ""])
  func `names no transaction that was not given`(body: String) async throws {
    try await withBox { box in
      let reply = try box.answer("volume", body)
      #expect(reply.transaction == (body.contains("7") ? "7" : nil))
    }
  }

  @Test func `does not come for a retained request, which is not obeyed either`() async throws {
    try await withBox { box in
      try box.ask("volume", "{\"value\":5}", isRetained: true)
      #expect(box.published().isEmpty)
      #expect(box.status.settings.volume == 100 && box.speaker.boxVolume == nil)
    }
  }
}
