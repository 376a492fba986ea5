extension Mastering {
  /// The loudness of a whole pack, its clips joined with gaps of 30 ms, in LUFS.
  public static let loudness = -16.0
  /// The highest true peak of any clip, in dBTP.
  public static let truePeak = -1.5
  /// How far a clip's loudness may lie from the others', in decibels.
  static let tolerance = 0.4
  private static let gap = Sample.rate * 30 / 1_000

  /// Makes the clips of a pack equally loud, and the pack as loud as ``loudness``.
  ///
  /// A clip's own loudness is its highest momentary loudness, a short clip filled up to 400 ms, as
  /// EBU R 128 cannot measure a single word otherwise. A limiter that looks ahead by 5 ms keeps true
  /// peaks under ``truePeak``. Takes some milliseconds for each second of sound; the same takes give
  /// the same clips.
  ///
  /// - Parameter takes: The mastered takes of the whole pack, by their names.
  /// - Returns: The clips, by the same names.
  /// - Throws: ``AudioError`` if a take is silent, or cannot be made as loud as the others.
  public static func level(_ takes: [String: [Float]]) throws(AudioError) -> [String: Clip] {
    let names = takes.keys.sorted()
    var levels = try names.map { name throws(AudioError) in try Level(name, takes[name] ?? []) }
    var aim = loudness
    for _ in 0..<16 where !levels.isEmpty {
      for index in levels.indices { try levels[index].move(to: aim) }
      let missing = loudness - Loudness.integrated(joined(levels))
      if abs(missing) <= 0.1, levels.allSatisfy({ abs($0.loudness - aim) <= tolerance }) { break }
      aim += missing
    }
    if let stray = levels.first(where: { abs($0.loudness - aim) > tolerance * 2 }) {
      throw AudioError(
        step: "level \(stray.name)", reason: "its peaks are too high for its loudness",
        hint: "record it again, with less of a bang")
    }
    return Dictionary(
      uniqueKeysWithValues: levels.map {
        ($0.name, Clip(samples: Dither.quantized($0.limited)))
      })
  }

  private static func joined(_ levels: [Level]) -> [Float] {
    levels.reduce(into: []) { $0 += $1.limited + repeatElement(0, count: gap) }
  }
}
