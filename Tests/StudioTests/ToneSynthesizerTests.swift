@testable import Studio
import Testing
import Voice

@Suite struct `Synthesized tones` {
  private func samples(_ say: String) throws -> [Float] {
    ToneSynthesizer.samples(of: try #require(Tones(say)))
  }

  /// The amplitude of a frequency.
  private func amplitude(_ frequency: Float, in samples: [Float]) -> Float {
    let step = 2 * Float.pi * frequency / 48_000
    // Goertzel's recurrence.
    var (now, before): (Float, Float) = (0, 0)
    let factor = 2 * Float(1 - step * step / 2 + step * step * step * step / 24)
    for sample in samples { (now, before) = (sample + factor * now - before, now) }
    return (now * now + before * before - factor * now * before).squareRoot()
      / Float(samples.count)
  }

  @Test func `last as long as specified, and are silent at 0 Hz`() throws {
    let samples = try samples("tone:880/140 0/30 1175/260")
    #expect(samples.count == 430 * 48)
    #expect(samples[140 * 48..<170 * 48].allSatisfy { $0 == 0 })
    #expect(samples.contains { abs($0) > 0.3 })
  }

  @Test(arguments: ["tone:880/140", "tone:8000/1", "tone:1/2000", "tone:440/5"])
  func `begin and end at zero, and never jump`(say: String) throws {
    let samples = try samples(say)
    #expect(samples.first == 0)
    #expect(abs(samples.last ?? 1) < 1e-6)
    #expect(samples.allSatisfy { abs($0) <= 0.7 })
  }

  @Test func `have their frequency, a soft octave, and decay`() throws {
    let samples = try samples("tone:880/500")
    let (tone, octave) = (amplitude(880, in: samples), amplitude(1_760, in: samples))
    #expect(tone > 0.05)
    #expect(octave > tone / 20 && octave < tone / 3)
    #expect(amplitude(1_300, in: samples) < tone / 50)
    let (early, late) = (samples[2_400..<7_200], samples[16_800..<21_600])
    #expect(amplitude(880, in: Array(late)) < amplitude(880, in: Array(early)) / 2)
  }
}
