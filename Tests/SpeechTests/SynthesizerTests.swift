import Testing

@testable import Speech

/// Whether two lengths are those of the same words: pauses and samples depend a little on what was
/// said before.
private func isAlike(_ first: Int, _ second: Int) -> Bool { abs(first - second) * 6 < first }

/// The library that Debian has.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Installed.espeak)) struct `A synthesizer` {
  @Test func `speaks`() async throws {
    let synthesizer = try Synthesizer.load(voice: "en-us", locale: "en-US")
    let long = try await synthesizer.speak("Extra hot, no onions please")
    let short = try await synthesizer.speak("Hot")
    #expect(long.rate == 22_050)
    #expect((1.0...4.0).contains(Double(long.samples.count) / Double(long.rate)))
    #expect((0.2...1.2).contains(Double(short.samples.count) / Double(short.rate)))
    #expect(long.samples.contains { abs(Int($0)) > 3_000 })
  }

  @Test func `says different texts differently`() async throws {
    let synthesizer = try Synthesizer.load(voice: nil, locale: "zh-CN")
    #expect(synthesizer.voice == "cmn-latn-pinyin")
    let short = try await synthesizer.speak("A 3").samples.count
    let long = try await synthesizer.speak("A 3 4 5").samples.count
    #expect(long > short * 5 / 4)
  }

  @Test func `takes no phonemes, no markup and no commands`() async throws {
    let synthesizer = try Synthesizer.load(voice: "en-us", locale: "en-US")
    let phonemes = try await synthesizer.speak("[[h@l'oU]]").samples.count
    #expect(phonemes > (try await synthesizer.speak("hello").samples.count) * 5 / 4)
    let markup = try await synthesizer.speak("<break time='9s'/> hot").samples.count
    #expect(markup < 22_050 * 7)
    // Control-A begins a command: this one would have it speak more than twice as fast.
    let command = try await synthesizer.speak("\u{1}400s one two three four").samples.count
    let plain = try await synthesizer.speak("400s one two three four").samples.count
    #expect(isAlike(command, plain))
  }

  @Test func `speaks at its own speed, whoever spoke before`() async throws {
    let slow = try Synthesizer.load(voice: "en-us", locale: "en-US", speed: 100)
    let usual = try Synthesizer.load(voice: "en-us", locale: "en-US", pitch: 90)
    let first = try await usual.speak("no onions").samples.count
    #expect(try await slow.speak("no onions").samples.count > first * 5 / 4)
    let second = try await usual.speak("no onions").samples.count
    #expect(isAlike(first, second))
  }

  @Test func `is asked by many at once`() async throws {
    let english = try Synthesizer.load(voice: "en-us", locale: "en-US")
    let spanish = try Synthesizer.load(voice: nil, locale: "es-419")
    let expected = try await (
      english.speak("no sugar").samples.count,
      spanish.speak("sin azúcar, por favor").samples.count
    )
    #expect(!isAlike(expected.0, expected.1))
    try await withThrowingTaskGroup { group in
      for index in 0..<20 {
        group.addTask {
          index.isMultiple(of: 2)
            ? isAlike(try await english.speak("no sugar").samples.count, expected.0)
            : isAlike(try await spanish.speak("sin azúcar, por favor").samples.count, expected.1)
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test func `refuses what is too long`() async throws {
    let synthesizer = try Synthesizer.load(voice: "en-us", locale: "en-US", speed: 80)
    let error = await #expect(throws: SpeechError.self) {
      try await synthesizer.speak(String(repeating: "a", count: 257))
    }
    #expect(
      error?.description
        == "cannot speak a text: it is longer than 256 characters; shorten it")
    let slow = await #expect(throws: SpeechError.self) {
      try await synthesizer.speak(String(repeating: "www ", count: 60))
    }
    #expect(slow?.reason == "it takes longer than 20 s")
    #expect(try await !synthesizer.speak("still here").samples.isEmpty)
  }

  @Test func `needs the library`() {
    let error = #expect(throws: SpeechError.self) {
      try Synthesizer.load(voice: "en-us", locale: "en-US", library: "libnone.so.9", releases: [])
    }
    #expect(
      error?.description == """
        cannot load the synthesizer: libnone.so.9 was not found; install the package libespeak-ng1
        """)
  }

  @Test(arguments: ["xx-none", "", "../../etc/passwd", "cmn-latn-pinyin\u{0}x"])
  func `needs the voice`(voice: String) {
    let error = #expect(throws: SpeechError.self) {
      try Synthesizer.load(voice: voice, locale: "en-US")
    }
    #expect(error?.kind == .unknownVoice)
  }

  @Test(arguments: ["zh-HK", "xx-XX"]) func `needs a voice for the locale`(locale: String) {
    let error = #expect(throws: SpeechError.self) {
      try Synthesizer.load(voice: nil, locale: locale)
    }
    #expect(error?.kind == .unknownVoice)
  }
}
