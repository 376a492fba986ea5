import Box
import Messaging
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct `A self-test` {
  private func body(_ say: String) -> String { "{\"soundCommand\":\"\(say)\"}" }

  @Test func `is answered when the last sample has left the device, and has no receipt`()
    async throws
  {
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker) { box in
      try await box.speaking {
        try box.ask("say", body("system.test"), answerTo: "me", [7])
        #expect(await speaker.nextStart() == "system.test")
        #expect(try box.replies().isEmpty)
        speaker.end()
        let reply = try await box.nextReply()
        #expect(reply.topic == "me" && reply.correlationData == [7])
        #expect(reply.data?["outcome"] == "played")
      }
      #expect(speaker.said == ["system.test"])
      #expect(try box.drain().isEmpty)
    }
  }

  @Test func `waits for its turn behind the orders`() async throws {
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker) { box in
      try box.take(TestBox.command("a", "number:1"), TestBox.command("b", "number:2"))
      try await box.speaking {
        _ = await speaker.nextStart()
        box.clock.advance(.milliseconds(1))
        try box.ask("say", body("number:3"))
        speaker.end()
        _ = try await box.nextReply()
      }
      #expect(speaker.said == ["1", "2", "3"])
    }
  }

  @Test func `that was stopped is answered with an error`() async throws {
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker) { box in
      try await box.speaking {
        try box.ask("say", body("number:1"))
        _ = await speaker.nextStart()
        try box.ask("stop")
        let replies = try await box.replies(2)
        #expect(replies.contains { $0.error == "stopped: stopped by request" })
      }
    }
  }

  @Test func `of a muted box is answered with an error`() async throws {
    try await withBox { box in
      try box.ask("mute", "{\"until\":\"2026-11-29T13:00:00Z\"}")
      _ = box.published()
      try await box.speaking {
        try box.ask("say", body("number:1"))
        #expect(try await box.nextReply().error?.hasPrefix("muted: muted until") == true)
      }
      #expect(box.speaker.said.isEmpty)
    }
  }

  @Test func `whose device fails again and again is answered with an error`() async throws {
    try await withBox(speaker: FakeSpeaker(.fail, .fail, .fail)) { box in
      try await box.speaking {
        try box.ask("say", body("number:1"))
        #expect(try await box.nextReply().error?.hasPrefix("failed: the sound device") == true)
      }
    }
  }

  @Test func `is refused when too many wait, and taken again when they have been heard`()
    async throws
  {
    try await withBox { box in
      for _ in 1...20 { try box.ask("say", body("number:1")) }
      #expect(try box.replies().isEmpty)
      #expect(try box.answer("say", body("number:2")).error == "too many self-tests wait already")
      try await box.speaking {
        var answered = 0
        while answered < 20 {
          try await box.change()
          answered += try box.replies().count
        }
        try box.ask("say", body("number:2"))
        #expect(try await box.nextReply().data?["outcome"] == "played")
      }
    }
  }
}
