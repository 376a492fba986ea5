import Box
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The light` {
  private var policy: QueuePolicy {
    var policy = QueuePolicy()
    policy.repetition.pause = .zero
    policy.repetition.rounds = 2
    return policy
  }

  private let alert = TestBox.command("a", "number:1", "\"act\":4")

  @Test func `is on while a round sounds, and at no other time`() async throws {
    let light = FakeLight()
    let speaker = FakeSpeaker(.hold, .hold, .hold)
    try await withBox(speaker: speaker, policy: policy, light: light) { box in
      try box.take(TestBox.command("b", "number:2"), alert)
      _ = try await box.speaking {
        _ = await speaker.nextStart()
        #expect(light.all.isEmpty)
        for round in 1...2 {
          speaker.end()
          _ = await speaker.nextStart()
          #expect(light.all.count == round * 2 - 1 && light.isOn)
        }
        speaker.end()
        return try await box.receipts(4)
      }
      #expect(light.all == [true, false, true, false])
    }
  }

  @Test func `goes out with an acknowledgement`() async throws {
    let light = FakeLight()
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker, policy: policy, light: light) { box in
      try box.take(alert)
      _ = try await box.speaking {
        _ = await speaker.nextStart()
        #expect(light.isOn)
        try box.ask("acknowledge", "{\"order\":\"a\"}")
        return try await box.receipts(2)
      }
      #expect(light.all == [true, false])
    }
  }

  @Test func `goes out when the device fails in the middle, and when the box ends`() async throws {
    let light = FakeLight()
    let speaker = FakeSpeaker(.fail, .hold)
    try await withBox(speaker: speaker, policy: policy, light: light) { box in
      try box.take(alert)
      _ = try await box.speaking {
        _ = await speaker.nextStart()
        _ = await speaker.nextStart()
        #expect(light.all == [true, false, true])
      }
      #expect(light.all == [true, false, true, false])
    }
  }
}
