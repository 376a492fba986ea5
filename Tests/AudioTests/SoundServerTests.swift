import Audio
import TestKit
import Testing

/// Compares recordings of a real sound server.
@Suite(.timeLimit(.minutes(3)), .serialized) struct `Speaker on a sound server` {
  let announcement: [Int16]

  init() throws {
    announcement = try Mixdown.join(
      (1...10).flatMap { number -> [Segment] in
        [
          .clip(Clip(samples: noise(frames: 4_000 + 137 * number, seed: number))),
          .silence(frames: 960),
        ]
      }
    ).samples
  }

  @Test func `every sample of ten clips is heard, and nothing else`() async throws {
    try await withSoundServer(attempts: 3) { server in
      let recorder = try await server.record()
      try await server.speaker().play(announcement)
      let recorded = await recorder.stop()
      let found = find(announcement, in: recorded)
      let place = try #require(found)
      #expect(place >= 14_400)
      #expect(isSilent(recorded, outside: place..<place + announcement.count))
    }
  }

  @Test func `a clip shorter than a period is heard`() async throws {
    try await withSoundServer(attempts: 3) { server in
      let clip = noise(frames: 100, seed: 4)
      let recorder = try await server.record()
      try await server.speaker().play(clip)
      let recorded = await recorder.stop()
      let found = find(clip, in: recorded)
      let place = try #require(found)
      #expect(isSilent(recorded, outside: place..<place + clip.count))
    }
  }

  @Test func `announcements one after the other lose nothing`() async throws {
    try await withSoundServer(attempts: 3) { server in
      let recorder = try await server.record()
      let speaker = server.speaker(leadIn: .milliseconds(60))
      try await speaker.check()
      let clips = (1...3).map { noise(frames: 12_000 + $0, seed: $0) }
      for clip in clips { try await speaker.play(clip) }
      let recorded = await recorder.stop()
      var start = 0
      for clip in clips {
        let found = find(clip, in: recorded, from: start)
        let place = try #require(found)
        #expect(recorded[start..<place].allSatisfy { $0 == 0 })
        start = place + clip.count
      }
      #expect(recorded[start...].allSatisfy { $0 == 0 })
    }
  }

  @Test func `a removed sink is an error, and plays again once it is back`() async throws {
    try await withSoundServer(attempts: 3) { server in
      let speaker = server.speaker()
      try await speaker.check()
      let long = noise(frames: 48_000 * 20, seed: 1)
      async let outcome = failure(speaker, long)
      let recorder = try await server.record()
      await recorder.waitForSound()
      try await server.removeSink()
      let error = await outcome
      #expect(error?.isTransient == true)
      let missing = await failure(speaker, [1, 2, 3])
      #expect(missing?.isTransient == true)

      try await server.makeSink()
      let again = try await server.record()
      try await speaker.play(announcement)
      let place = find(announcement, in: await again.stop())
      #expect(place != nil)
    }
  }

  @Test func `a hanging server is an error, and nothing counts as played`() async throws {
    try await withSoundServer(attempts: 3) { server in
      let speaker = server.speaker()
      let recorder = try await server.record()
      async let outcome = failure(speaker, noise(frames: 48_000, seed: 1))
      await recorder.waitForSound()
      server.freeze()
      #expect(await outcome?.reason == "no progress for 2 s")
      server.thaw()
      try await speaker.play(announcement)
      let place = find(announcement, in: await recorder.stop())
      #expect(place != nil)
    }
  }

  func failure(_ speaker: Speaker, _ samples: [Int16]) async -> AudioError? {
    await #expect(throws: AudioError.self) { try await speaker.play(samples) }
  }
}

extension SoundServer {
  /// A speaker on the server's sink, whose underruns count as lost samples.
  func speaker(
    leadIn: Duration = Speaker.defaultLeadIn, idle: IdlePolicy = .keepOpen
  ) -> Speaker {
    let speaker = Speaker(device: device, leadIn: leadIn, idle: idle)
    count { speaker.condition.underruns }
    return speaker
  }
}
