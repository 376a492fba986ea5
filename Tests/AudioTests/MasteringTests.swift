import Testing

@testable import Audio

@Suite struct `Mastering recordings` {
  @Test func `trims to the sound, keeps a guard band, and begins and ends at zero`() throws {
    let sound = tone(500, frames: 9_600)
    let quiet = [Float](repeating: 0.0005, count: 20_000)
    let mastered = try Mastering.master(RawRecording(samples: quiet + sound + quiet, rate: 48_000))
    // The filter's tail may stay above the threshold for some milliseconds.
    #expect(mastered.count > 10_268)
    #expect(mastered.count < 11_368)
    #expect(mastered.first == 0)
    #expect(mastered.last == 0)
    #expect(mastered[..<300].allSatisfy { abs($0) < 0.01 })
    #expect(mastered[2_000...4_000].contains { $0 > 0.49 })
  }

  @Test func `adds a guard band where a recording begins with its sound`() throws {
    let mastered = try Mastering.master(
      RawRecording(samples: tone(500, frames: 9_600), rate: 48_000))
    #expect(mastered[..<384].allSatisfy { $0 == 0 })
  }

  @Test func `removes rumble and converts other rates`() throws {
    let rumble = tone(20, frames: 22_050, rate: 22_050)
    let voice = tone(400, frames: 22_050, level: 0.2, rate: 22_050)
    let mastered = try Mastering.master(
      RawRecording(samples: zip(rumble, voice).map { $0 + $1 }, rate: 22_050))
    #expect(abs(mastered.count - 48_000) < 1_000)
    #expect(mastered[10_000..<40_000].allSatisfy { abs($0) < 0.26 })
  }

  @Test(arguments: [[], [Float](repeating: 0, count: 9_600)])
  func `refuses silence`(recording: [Float]) {
    #expect(throws: AudioError.self) {
      try Mastering.master(RawRecording(samples: recording, rate: 48_000))
    }
    #expect(throws: AudioError.self) { try Mastering.level(["quiet": recording]) }
  }

  @Test func `levels a pack`() throws {
    let recordings = [
      "n1": word(130, seconds: 0.25, level: 0.02), "n2": word(180, seconds: 0.4, level: 0.3),
      "n3": word(220, seconds: 0.8, level: 0.1), "u.yuan": word(150, seconds: 0.3, level: 0.9),
    ].mapValues { RawRecording(samples: $0, rate: 48_000) }
    let mastered = try recordings.mapValues { try Mastering.master($0) }
    let clips = try Mastering.level(mastered)
    #expect(clips.keys.sorted() == ["n1", "n2", "n3", "u.yuan"])
    #expect(try Mastering.level(mastered) == clips)

    let sounds = clips.mapValues { $0.samples.map { Float($0) / 32_768 } }
    let levels = sounds.values.map(Loudness.momentary)
    #expect((levels.max() ?? 99) - (levels.min() ?? 0) <= 1)
    #expect(sounds.values.allSatisfy { Loudness.truePeak($0) <= 0.8414 })
    let gap = [Float](repeating: 0, count: 1_440)
    let joined = sounds.sorted { $0.key < $1.key }.flatMap { $0.value + gap }
    #expect(abs(Loudness.integrated(joined) + 16) <= 0.5)
    #expect(clips.values.allSatisfy { $0.samples.first == 0 && $0.samples.last == 0 })
  }

  @Test func `limits a bang to the ceiling, and leaves the rest alone`() throws {
    var sound = tone(440, frames: 24_000, level: 0.4)
    for index in 12_000..<12_020 { sound[index] *= 4 }
    let limited = try Limiter.limited(sound, peaks: Limiter.peaks(sound), to: 0.84)
    #expect(Loudness.truePeak(limited) <= 0.84)
    #expect(limited[..<11_740] == sound[..<11_740])
    #expect(limited[12_280...] == sound[12_280...])
  }
}
