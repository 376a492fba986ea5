/// The step from floating point to 16 bits, with a noise that turns its errors into a soft hiss.
///
/// The noise is the same for every clip, so that a clip's bytes hang on nothing but its sound.
struct Dither {
  private var state: UInt64 = 0x50_4f_53_20_53_42_4f_58

  /// Rounds samples with triangular noise of one step each way; what is exactly zero stays so.
  static func quantized(_ samples: [Float]) -> [Int16] {
    var dither = Dither()
    return samples.map { sample in
      let noise = dither.next() - dither.next()
      return sample == 0 ? 0 : Sample.quantized(sample + noise / 32_768)
    }
  }

  /// The next of evenly spread numbers from 0 to 1, by SplitMix64.
  private mutating func next() -> Float {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    mixed ^= mixed >> 31
    return Float(mixed >> 40) / Float(1 << 24)
  }
}
