import CEbur128
import Interop

/// Loudness by EBU R 128, measured by libebur128 on one channel at 48 kHz.
enum Loudness {
  /// The window of momentary loudness, in frames: 400 ms.
  private static let window = Sample.rate * 4 / 10
  /// How far the window moves at a time, in frames: 10 ms.
  private static let hop = Sample.rate / 100

  /// The integrated loudness, in LUFS; −∞ for less than 400 ms and for silence.
  static func integrated(_ samples: [Float]) -> Double {
    let meter = Meter(EBUR128_MODE_I)
    meter.add(samples[...])
    return unsafe meter.read { unsafe ebur128_loudness_global($0, &$1) }
  }

  /// The highest momentary loudness, in LUFS; a clip shorter than 400 ms is filled up with silence.
  static func momentary(_ samples: [Float]) -> Double {
    let meter = Meter(EBUR128_MODE_M)
    let whole = samples + repeatElement(0, count: max(0, window - samples.count))
    var (position, loudest) = (0, -Double.infinity)
    while position < whole.count {
      let next = min(whole.count, position < window ? window : position + hop)
      meter.add(whole[position..<next])
      loudest = unsafe max(loudest, meter.read { unsafe ebur128_loudness_momentary($0, &$1) })
      position = next
    }
    return loudest
  }

  /// The true peak as an amplitude, where 1 is full scale.
  static func truePeak(_ samples: [Float]) -> Double {
    let meter = Meter(EBUR128_MODE_TRUE_PEAK)
    // The meter looks between samples with a delay; silence brings the last ones out.
    meter.add((samples + repeatElement(0, count: 64))[...])
    return unsafe meter.read { unsafe ebur128_true_peak($0, 0, &$1) }
  }
}
