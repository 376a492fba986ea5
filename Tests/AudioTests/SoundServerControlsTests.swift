import Audio
import TestKit
import Testing

extension `Speaker on a sound server` {
  @Test func `an interruption cuts no clip`() async throws {
    try await withSoundServer(attempts: 3) { server in
      let clips = (1...8).map { noise(frames: 18_000 + $0, seed: $0) }
      let sound = try Mixdown.join(clips.map { .clip(Clip(samples: $0)) })
      let (controls, speaker) = (Controls(), server.speaker())
      let recorder = try await server.record()
      async let result = speaker.play(sound, promptly: false, under: controls)
      await recorder.waitForSound()
      controls.cut(.atClipEnd)
      // Waits for its turn in the speaker: a busy test must not come between the two.
      let urgent = noise(frames: 9_000, seed: 9)
      _ = try await speaker.play(Sound(urgent), promptly: true, under: Controls())
      #expect(try await result == .cut)
      let recorded = await recorder.stop()
      let (first, second) = (find(clips[0], in: recorded), find(urgent, in: recorded))
      let (start, next) = (try #require(first), try #require(second))
      let speech = next - start
      let endsWithClip = sound.clipEnds.dropLast().contains { clipEnd in
        let spoken = recorded[start...].starts(with: sound.samples[..<clipEnd])
        return spoken && recorded[(start + clipEnd)..<next].allSatisfy { $0 == 0 }
          && speech - clipEnd <= 48_000 * 15 / 100
      }
      let same = zip(recorded[start...], sound.samples).prefix { $0 == $1 }.count
      #expect(
        endsWithClip,
        "\(same) frames of \(sound.clipEnds) heard, \(speech) from the first clip to the urgent one"
      )
    }
  }

  @Test func `a change of loudness is a ramp`() async throws {
    try await withSoundServer(attempts: 3) { server in
      let controls = Controls()
      let speaker = server.speaker()
      let recorder = try await server.record()
      let level = Sound([Int16](repeating: 20_000, count: 120_000))
      async let result = speaker.play(level, promptly: false, under: controls)
      await recorder.waitForSound()
      controls.set(Gain(percent: 40))
      #expect(try await result == .whole)
      let heard = await recorder.stop().drop { $0 == 0 }
      let ramp = heard.drop { $0 == 20_000 }.prefix { $0 > 8_000 }
      #expect(ramp.count == 2_399)
      let isRamp = zip(ramp, ramp.dropFirst()).allSatisfy { (4...6).contains($0 - $1) }
      #expect(isRamp)
    }
  }

  @Test func `streamed silence goes on around an announcement`() async throws {
    try await withSoundServer(attempts: 3) { server in
      let speaker = server.speaker(idle: .streamSilence)
      let idling = Task { await speaker.idle() }
      let recorder = try await server.record()
      let clips = (1...2).map { noise(frames: 9_000, seed: $0) }
      for clip in clips { try await speaker.play(clip) }
      let recorded = await recorder.stop()
      let places = clips.map { find($0, in: recorded) }
      #expect(!places.contains(nil))
      idling.cancel()
      await idling.value
    }
  }

  @Test func `a device closed while idle gets its whole lead-in again`() async throws {
    try await withSoundServer(attempts: 3) { server in
      let speaker = server.speaker(idle: .close(after: .milliseconds(100)))
      let recorder = try await server.record()
      try await speaker.play(announcement)
      let idling = Task { await speaker.idle() }
      await recorder.wait(for: .milliseconds(400))
      idling.cancel()
      await idling.value
      try await speaker.play(announcement)
      let recorded = await recorder.stop()
      let first = find(announcement, in: recorded)
      let start = try #require(first) + announcement.count
      let second = find(announcement, in: recorded, from: start)
      let pause = try #require(second) - start
      #expect(pause >= 14_400 + 19_200)
    }
  }

  @Test func `a missing sink shows in the condition until it is back`() async throws {
    try await withSoundServer(attempts: 3) { server in
      let speaker = server.speaker()
      try await server.removeSink()
      await #expect(throws: AudioError.self) { try await speaker.check() }
      guard case .unavailable = speaker.condition.state else {
        Issue.record("\(speaker.condition)")
        return
      }
      try await server.makeSink()
      try await speaker.check()
      #expect(speaker.condition.state == .idle)
      let recorder = try await server.record()
      try await speaker.play(announcement)
      let place = find(announcement, in: await recorder.stop())
      #expect(place != nil)
    }
  }
}
