import Glibc
import Voice

/// The sound of tones: a small bell, one stroke a tone.
///
/// A stroke is a sine with its octave laid softly over it, which dies away faster than the sine.
enum ToneSynthesizer {
  /// Frames a second.
  static let rate = 48_000
  /// How loud a stroke begins; levelling decides what becomes of it.
  private static let strength = 0.5
  /// How loud the octave begins, as a part of the sine.
  private static let octave = 0.3
  /// How long a stroke takes to rise, in frames: 4 ms.
  private static let attack = rate * 4 / 1_000
  /// How long its end takes, in frames: 20 ms.
  private static let release = rate * 20 / 1_000

  /// The samples of tones, one after the other, at ``rate``.
  static func samples(of tones: Tones) -> [Float] { tones.tones.flatMap(stroke) }

  private static func stroke(_ tone: Tones.Tone) -> [Float] {
    let count = tone.duration * rate / 1_000
    guard tone.frequency > 0 else { return [Float](repeating: 0, count: count) }
    let step = 2 * Double.pi * Double(tone.frequency) / Double(rate)
    return (0..<count).map { frame in
      let phase = step * Double(frame)
      let age = Double(frame) / Double(count)
      let wave = sin(phase) * exp(-1.5 * age) + octave * sin(2 * phase) * exp(-4 * age)
      return Float(strength * wave * edge(frame, of: count))
    }
  }

  /// Rises from 0 at the beginning and falls to 0 at the end, so that no stroke clicks.
  private static func edge(_ frame: Int, of count: Int) -> Double {
    let rise = Double(frame) / Double(min(attack, count))
    let fall = Double(count - 1 - frame) / Double(min(release, count))
    return (1 - cos(.pi * min(1, rise, fall))) / 2
  }
}
