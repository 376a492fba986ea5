import Audio
import TestKit
import Testing

/// What a shop hears, recorded behind a real sound server.
@Suite(.timeLimit(.minutes(1)), .serialized) struct `Speaker on a sound server` {
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
    try await withSoundServer { server in
      let recorder = try await server.record()
      try await Speaker(device: server.device).play(announcement)
      let recorded = await recorder.stop()
      let found = find(announcement, in: recorded)
      let place = try #require(found)
      #expect(place >= 14_400)
      #expect(isSilent(recorded, outside: place..<place + announcement.count))
    }
  }

  @Test func `a clip shorter than a period is heard`() async throws {
    try await withSoundServer { server in
      let clip = noise(frames: 100, seed: 4)
      let recorder = try await server.record()
      try await Speaker(device: server.device).play(clip)
      let recorded = await recorder.stop()
      let found = find(clip, in: recorded)
      let place = try #require(found)
      #expect(isSilent(recorded, outside: place..<place + clip.count))
    }
  }

  @Test func `announcements one after the other lose nothing`() async throws {
    try await withSoundServer { server in
      let recorder = try await server.record()
      let speaker = try makeOutput(server.device, leadIn: .milliseconds(60))
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

  @Test func `a sink that goes is an error, and one that comes back is played on`() async throws {
    try await withSoundServer { server in
      let speaker = Speaker(device: server.device)
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

  @Test func `a server that hangs is an error, and nothing counts as played`() async throws {
    try await withSoundServer { server in
      let speaker = Speaker(device: server.device)
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
