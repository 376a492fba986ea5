extension Mastering {
  /// The loudness of a whole pack, its clips joined with gaps of 30 ms, in LUFS.
  public static let loudness = -16.0
  /// The highest true peak of any clip, in dBTP.
  public static let truePeak = -1.5
  /// The largest deviation of a clip's loudness from the others', in decibels.
  static let tolerance = 0.4
  private static let gap = Sample.rate * 30 / 1_000

  /// Makes the clips of a pack equally loud, and the pack as loud as ``loudness``.
  ///
  /// A clip's loudness is its highest momentary loudness, with short clips padded to 400 ms, because
  /// EBU R 128 cannot measure a single word otherwise. A limiter with a look-ahead of 5 ms keeps true
  /// peaks under ``truePeak``. Needs some milliseconds per second of sound.
  ///
  /// - Parameter recordings: The mastered recordings of the whole pack, by name.
  /// - Returns: The clips, by name.
  /// - Throws: ``AudioError`` if a recording is silent, or cannot be made as loud as the others.
  public static func level(
    _ recordings: [String: [Float]]
  ) throws(AudioError) -> [String: Clip] {
    let names = recordings.keys.sorted()
    var levelers = try names.map { name throws(AudioError) in
      try ClipLeveler(name, recordings[name] ?? [])
    }
    var target = loudness
    for _ in 0..<16 where !levelers.isEmpty {
      for index in levelers.indices { try levelers[index].move(to: target) }
      let missing = loudness - Loudness.integrated(joined(levelers))
      if abs(missing) <= 0.1, levelers.allSatisfy({ abs($0.loudness - target) <= tolerance }) {
        break
      }
      target += missing
    }
    if let outlier = levelers.first(where: { abs($0.loudness - target) > tolerance * 2 }) {
      throw AudioError(
        step: "level \(outlier.name)", reason: "its peaks are too high for its loudness",
        hint: "record it again with lower peaks")
    }
    return Dictionary(
      uniqueKeysWithValues: levelers.map {
        ($0.name, Clip(samples: Dither.quantized($0.limited)))
      })
  }

  private static func joined(_ levelers: [ClipLeveler]) -> [Float] {
    levelers.reduce(into: []) { $0 += $1.limited + repeatElement(0, count: gap) }
  }
}

extension Mastering {
  /// A clip's highest momentary loudness, in LUFS, as ``level(_:)`` measures it.
  ///
  /// - Parameter clip: The clip.
  /// - Returns: The loudness; −∞ for silence.
  public static func loudness(of clip: Clip) -> Double {
    Loudness.momentary(clip.samples.map { Float($0) / 32_768 })
  }

  /// Levels a single recording to the clips of a pack that is leveled already.
  ///
  /// A recording of short peaks stays quieter, because true peaks stay under ``truePeak``.
  ///
  /// - Parameters:
  ///   - recording: A mastered recording.
  ///   - target: The ``loudness(of:)`` to reach, in LUFS.
  /// - Returns: The clip.
  /// - Throws: ``AudioError`` if the recording is silent.
  public static func level(_ recording: [Float], to target: Double) throws(AudioError) -> Clip {
    var leveler = try ClipLeveler("a recording", recording)
    for _ in 0..<4 where abs(leveler.loudness - target) > tolerance / 4 {
      try leveler.move(to: target)
    }
    return Clip(samples: Dither.quantized(leveler.limited))
  }
}

/// Adjusts one clip to the loudness of its pack.
private struct ClipLeveler {
  /// The highest true peak, with a margin for dither and rounding.
  private static let ceiling = Decibels.amplitude(Float(Mastering.truePeak)) - 4 / 32_768

  /// The clip's name.
  let name: String
  /// The clip at its current loudness.
  private(set) var limited: [Float]
  /// The current loudness, in LUFS.
  private(set) var loudness: Double
  private let original: [Float]
  private let peaks: [Float]
  private var gain: Double = 0

  /// Measures a clip.
  init(_ name: String, _ original: [Float]) throws(AudioError) {
    self.name = name
    self.original = original
    limited = original
    do throws(Refusal) {
      peaks = try Limiter.peaks(original)
    } catch {
      throw AudioError(step: "level \(name)", reason: error.reason, hint: "record it again")
    }
    loudness = Loudness.momentary(original)
    guard loudness.isFinite else {
      throw AudioError(
        step: "level \(name)", reason: "the recording is silent", hint: "record it again")
    }
  }

  /// Moves the loudness to `target` in LUFS, or near it if the limiter intervenes.
  mutating func move(to target: Double) throws(AudioError) {
    gain += target - loudness
    let factor = Decibels.amplitude(Float(gain))
    do throws(Refusal) {
      limited = try Limiter.limited(
        original.map { $0 * factor }, peaks: peaks.map { $0 * factor }, to: Self.ceiling)
    } catch {
      throw AudioError(step: "level \(name)", reason: error.reason, hint: "record it again")
    }
    loudness = Loudness.momentary(limited)
  }
}

/// Quantizes to 16 bits with dither, which turns rounding errors into a soft hiss.
///
/// The noise is the same for every clip, so that a clip's bytes depend only on its sound.
private struct Dither {
  private var state: UInt64 = 0x50_4f_53_20_53_42_4f_58

  /// Rounds samples with triangular noise of one step each way; exact zeros stay zero.
  static func quantized(_ samples: [Float]) -> [Int16] {
    var dither = Dither()
    return samples.map { sample in
      let noise = dither.next() - dither.next()
      return sample == 0 ? 0 : Sample.quantized(sample + noise / 32_768)
    }
  }

  /// The next uniform number from 0 to 1, by SplitMix64.
  private mutating func next() -> Float {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    mixed ^= mixed >> 31
    return Float(mixed >> 40) / Float(1 << 24)
  }
}
