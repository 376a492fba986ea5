/// Making the clips of a pack from raw takes, at build time; the player never needs any of it.
///
/// All of it is pure: the same takes give the same clips.
public enum Mastering {
  /// How far below its own peak a take counts as silence, in decibels.
  static let silence: Float = -45
  /// What is kept of the silence on either side, in frames: 8 ms.
  static let guardBand = Sample.rate * 8 / 1_000
  /// The length of a fade on either side, in frames: 3 ms.
  static let fade = Sample.rate * 3 / 1_000

  /// Cuts a take to its sound.
  ///
  /// Converts it to 48 kHz, takes away what lies under 80 Hz, and all but 8 ms of the silence at
  /// both ends, where silence is what stays 45 dB under the take's own peak. Raised-cosine fades of
  /// 3 ms make it begin and end on zero.
  ///
  /// - Parameter take: A recording of one clip.
  /// - Returns: The samples at 48 kHz, where 1 is full scale.
  /// - Throws: ``AudioError`` if there is nothing but silence in it.
  public static func master(_ take: RawRecording) throws(AudioError) -> [Float] {
    let sound: [Float]
    do throws(Refusal) {
      sound = HighPass.filtered(
        try Resampler.convert(take.samples, from: take.rate, to: Sample.rate))
    } catch {
      throw AudioError(step: "master a take", reason: error.reason)
    }
    let peak = sound.reduce(0) { max($0, abs($1)) }
    let threshold = peak * Decibels.amplitude(silence)
    guard peak > Decibels.amplitude(-80),
      let first = sound.firstIndex(where: { abs($0) >= threshold }),
      let last = sound.lastIndex(where: { abs($0) >= threshold })
    else {
      throw AudioError(
        step: "master a take", reason: "there is only silence in it", hint: "record it again")
    }
    return faded(cut(sound, first - guardBand...last + guardBand))
  }

  /// The frames in `range`; beyond either end of the sound there is silence.
  private static func cut(_ sound: [Float], _ range: ClosedRange<Int>) -> [Float] {
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
