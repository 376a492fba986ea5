import Glibc
import Voice

/// Synthesizes tones as strokes of a small bell.
///
/// A stroke is a sine and its softer octave, which decays faster than the sine.
enum ToneSynthesizer {
  /// Frames per second.
  static let rate = 48_000
  /// The initial amplitude of a stroke, before levelling.
  private static let amplitude = 0.5
  /// The initial amplitude of the octave relative to the sine.
  private static let octave = 0.3
  /// The attack of a stroke, in frames: 4 ms.
  private static let attack = rate * 4 / 1_000
  /// The release of a stroke, in frames: 20 ms.
  private static let release = rate * 20 / 1_000

  /// The samples of a sequence of tones at ``rate``.
  static func samples(of tones: Tones) -> [Float] { tones.tones.flatMap(stroke) }

  private static func stroke(_ tone: Tones.Tone) -> [Float] {
    let count = tone.duration * rate / 1_000
    guard tone.frequency > 0 else { return [Float](repeating: 0, count: count) }
    let step = 2 * Double.pi * Double(tone.frequency) / Double(rate)
    return (0..<count).map { frame in
      let phase = step * Double(frame)
      let age = Double(frame) / Double(count)
      let wave = sin(phase) * exp(-1.5 * age) + octave * sin(2 * phase) * exp(-4 * age)
      return Float(amplitude * wave * envelope(frame, of: count))
    }
  }

  /// The envelope, which rises from 0 and falls to 0 so that strokes do not click.
  private static func envelope(_ frame: Int, of count: Int) -> Double {
    let rise = Double(frame) / Double(min(attack, count))
    let fall = Double(count - 1 - frame) / Double(min(release, count))
    return (1 - cos(.pi * min(1, rise, fall))) / 2
  }
}
