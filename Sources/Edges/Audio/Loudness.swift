import CEbur128
import Interop

/// Loudness by EBU R 128, measured by libebur128 on one channel at 48 kHz.
enum Loudness {
  /// The window of momentary loudness, in frames: 400 ms.
  private static let window = Sample.rate * 4 / 10
  /// The step of the window, in frames: 10 ms.
  private static let hop = Sample.rate / 100

  /// The integrated loudness, in LUFS; −∞ for less than 400 ms and for silence.
  static func integrated(_ samples: [Float]) -> Double {
    let meter = Meter(EBUR128_MODE_I)
    meter.add(samples[...])
    return unsafe meter.read { unsafe ebur128_loudness_global($0, &$1) }
  }

  /// The highest momentary loudness, in LUFS; a clip shorter than 400 ms is padded with silence.
  static func momentary(_ samples: [Float]) -> Double {
    let meter = Meter(EBUR128_MODE_M)
    let padded = samples + repeatElement(0, count: max(0, window - samples.count))
    var (position, loudest) = (0, -Double.infinity)
    while position < padded.count {
      let next = min(padded.count, position < window ? window : position + hop)
      meter.add(padded[position..<next])
      loudest = unsafe max(loudest, meter.read { unsafe ebur128_loudness_momentary($0, &$1) })
      position = next
    }
    return loudest
  }

  /// The true peak as an amplitude, where 1 is full scale.
  static func truePeak(_ samples: [Float]) -> Double {
    let meter = Meter(EBUR128_MODE_TRUE_PEAK)
    // The meter's interpolation is delayed; silence flushes the last samples.
    meter.add((samples + repeatElement(0, count: 64))[...])
    return unsafe meter.read { unsafe ebur128_true_peak($0, 0, &$1) }
  }
}

/// A state of libebur128.
@safe private final class Meter {
  private var state: UnsafeMutablePointer<ebur128_state>?

  /// Creates a meter for one channel at 48 kHz.
  init(_ mode: mode) {
    unsafe state = ebur128_init(1, UInt(Sample.rate), Int32(mode.rawValue))
    guard unsafe state != nil else { preconditionFailure("no memory for libebur128") }
  }

  deinit { unsafe ebur128_destroy(&state) }

  /// Measures more samples.
  func add(_ samples: ArraySlice<Float>) {
    let code = unsafe samples.withUnsafeBufferPointer {
      unsafe ebur128_add_frames_float(state, $0.baseAddress, $0.count)
    }
    precondition(code == 0, "libebur128 is out of memory")
  }

  /// Reads a result.
  ///
  /// - Parameter call: Calls a function of the library with the state and a result parameter.
  /// - Returns: The result.
  func read(_ call: (UnsafeMutablePointer<ebur128_state>?, inout Double) -> Int32) -> Double {
    var result = 0.0
    let code = unsafe call(state, &result)
    precondition(code == 0, "libebur128 does not measure this in its mode")
    return result
  }
}
