import CSampleRate

/// Sample rate conversion by libsamplerate's best filter (145 dB, 96 % bandwidth).
enum Resampler {
  /// Converts one channel; the same input gives the same output.
  ///
  /// Corresponds to `src_simple`.
  ///
  /// - Parameters:
  ///   - samples: The samples of one channel.
  ///   - old: Their rate, in samples per second.
  ///   - new: The rate of the result, at most 256 times higher or lower.
  /// - Returns: Samples of the same duration.
  /// - Throws: `Refusal` if the rates are too far apart.
  static func convert(
    _ samples: [Float], from old: Int, to new: Int
  ) throws(Refusal) -> [Float] {
    guard old != new, !samples.isEmpty else { return samples }
    let count = (samples.count * new + old - 1) / old
    var code: Int32 = 0
    let converted = unsafe samples.withUnsafeBufferPointer { input in
      unsafe [Float](unsafeUninitializedCapacity: count) { output, generated in
        var job = unsafe SRC_DATA()
        unsafe job.data_in = input.baseAddress
        unsafe job.data_out = output.baseAddress
        unsafe job.input_frames = input.count
        unsafe job.output_frames = count
        unsafe job.src_ratio = Double(new) / Double(old)
        code = unsafe src_simple(&job, Int32(SRC_SINC_BEST_QUALITY), 1)
        generated = unsafe code == 0 ? job.output_frames_gen : 0
      }
    }
    guard code == 0 else { throw unsafe Refusal(String(cString: src_strerror(code))) }
    return converted
  }
}
