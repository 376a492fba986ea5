import CEbur128
import Interop

/// One state of libebur128.
@safe final class Meter {
  private var state: UnsafeMutablePointer<ebur128_state>?

  /// Makes a meter for one channel at 48 kHz.
  init(_ mode: mode) {
    unsafe state = ebur128_init(1, UInt(Sample.rate), Int32(mode.rawValue))
    guard unsafe state != nil else { preconditionFailure("no memory for libebur128") }
  }

  deinit { unsafe ebur128_destroy(&state) }

  /// Measures further samples.
  func add(_ samples: ArraySlice<Float>) {
    let code = unsafe samples.withUnsafeBufferPointer {
      unsafe ebur128_add_frames_float(state, $0.baseAddress, $0.count)
    }
    precondition(code == 0, "libebur128 is out of memory")
  }

  /// Reads a result.
  ///
  /// - Parameter call: Calls one function of the library with the state and the place for its result.
  /// - Returns: The result.
  func read(_ call: (UnsafeMutablePointer<ebur128_state>?, inout Double) -> Int32) -> Double {
    var result = 0.0
    let code = unsafe call(state, &result)
    precondition(code == 0, "libebur128 was asked for what it does not measure")
    return result
  }
}
