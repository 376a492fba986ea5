extension Mastering {
  /// How loud a clip is: its highest momentary loudness, in LUFS, as ``level(_:)`` measures it.
  ///
  /// - Parameter clip: The clip.
  /// - Returns: The loudness; −∞ for silence.
  public static func loudness(of clip: Clip) -> Double {
    Loudness.momentary(clip.samples.map { Float($0) / 32_768 })
  }

  /// Makes a single take as loud as the clips of a pack that is leveled already.
  ///
  /// What is nothing but peaks stays below that, since true peaks stay under ``truePeak``.
  ///
  /// - Parameters:
  ///   - take: A mastered take.
  ///   - aim: The ``loudness(of:)`` that it is to have, in LUFS.
  /// - Returns: The clip.
  /// - Throws: ``AudioError`` if the take is silent.
  public static func level(_ take: [Float], to aim: Double) throws(AudioError) -> Clip {
    var level = try Level("a take", take)
    for _ in 0..<4 where abs(level.loudness - aim) > tolerance / 4 { try level.move(to: aim) }
    return Clip(samples: Dither.quantized(level.limited))
  }
}
