import Glibc

/// Makes the clips of a pack from raw recordings, at build time.
///
/// All functions are pure: the same recordings give the same clips.
public enum Mastering {
  /// The level below a recording's own peak that counts as silence, in decibels.
  static let silence: Float = -45
  /// The silence kept on either side, in frames: 8 ms.
  static let guardBand = Sample.rate * 8 / 1_000
  /// The length of a fade on either side, in frames: 3 ms.
  static let fade = Sample.rate * 3 / 1_000

  /// Filters and trims a recording.
  ///
  /// Converts it to 48 kHz, removes everything below 80 Hz and all but 8 ms of the silence at both
  /// ends, where silence is 45 dB below the recording's own peak. Raised-cosine fades of 3 ms make it
  /// begin and end at zero.
  ///
  /// - Parameter recording: A recording of one clip.
  /// - Returns: The samples at 48 kHz, where 1 is full scale.
  /// - Throws: ``AudioError`` if it contains only silence.
  public static func master(_ recording: RawRecording) throws(AudioError) -> [Float] {
    let sound: [Float]
    do throws(Refusal) {
      sound = HighPass.filtered(
        try Resampler.convert(recording.samples, from: recording.rate, to: Sample.rate))
    } catch {
      throw AudioError(step: "master a recording", reason: error.reason)
    }
    let peak = sound.reduce(0) { max($0, abs($1)) }
    let threshold = peak * Decibels.amplitude(silence)
    guard peak > Decibels.amplitude(-80),
      let first = sound.firstIndex(where: { abs($0) >= threshold }),
      let last = sound.lastIndex(where: { abs($0) >= threshold })
    else {
      throw AudioError(
        step: "master a recording", reason: "it contains only silence", hint: "record it again")
    }
    return faded(trimmed(sound, first - guardBand...last + guardBand))
  }

  /// The frames in `range`; beyond either end of the sound there is silence.
  private static func trimmed(_ sound: [Float], _ range: ClosedRange<Int>) -> [Float] {
    range.map { sound.indices.contains($0) ? sound[$0] : 0 }
  }

  private static func faded(_ sound: [Float]) -> [Float] {
    var sound = sound
    for index in 0..<fade {
      let weight = (1 - Cosine.of(Float(index) / Float(fade))) / 2
      sound[index] *= weight
      sound[sound.count - 1 - index] *= weight
    }
    return sound
  }
}

/// An unprocessed recording from a microphone or a synthesizer: one channel, any rate.
public struct RawRecording: Sendable, Equatable {
  /// The samples, between −1 and 1.
  public let samples: [Float]
  /// Samples per second, from 8 000 to 192 000.
  public let rate: Int

  /// Creates a recording.
  ///
  /// - Parameters:
  ///   - samples: The samples, between −1 and 1.
  ///   - rate: Samples per second, from 8 000 to 192 000.
  public init(samples: [Float], rate: Int) {
    precondition(SoundFile.rates.contains(rate), "the rate must be from 8 000 to 192 000")
    self.samples = samples
    self.rate = rate
  }
}

/// A second-order Butterworth high-pass at 80 Hz, against hum, breath and knocks.
private enum HighPass {
  private static let corner = 80.0

  /// Filters sound at 48 kHz, starting from silence.
  static func filtered(_ samples: [Float]) -> [Float] {
    let omega = 2 * Double.pi * corner / Double(Sample.rate)
    let alpha = sin(omega) / 2.0.squareRoot()
    let scale = 1 + alpha
    let feed = (1 + cos(omega)) / 2 / scale
    let (back1, back2) = (-2 * cos(omega) / scale, (1 - alpha) / scale)
    var (state1, state2) = (0.0, 0.0)  // transposed direct form II
    return samples.map { sample in
      let input = Double(sample)
      let output = feed * input + state1
      state1 = -2 * feed * input - back1 * output + state2
      state2 = feed * input - back2 * output
      return Float(output)
    }
  }
}

/// Amplitude ratios in decibels.
enum Decibels {
  /// The ratio of `decibels`.
  static func amplitude(_ decibels: Float) -> Float { powf(10, decibels / 20) }
}

/// The cosine of raised-cosine fades.
private enum Cosine {
  /// cos(π · `fraction`).
  static func of(_ fraction: Float) -> Float { cosf(.pi * fraction) }
}
