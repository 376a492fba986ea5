/// One take on its way to the loudness of its pack.
struct Level {
  /// The true peak to stay under; some steps are left for dither and rounding.
  private static let ceiling = Decibels.amplitude(Float(Mastering.truePeak)) - 4 / 32_768

  /// The clip's name.
  let name: String
  /// The clip, as loud as it is now.
  private(set) var limited: [Float]
  /// How loud that is, in LUFS.
  private(set) var loudness: Double
  private let take: [Float]
  private let peaks: [Float]
  private var gain: Double = 0

  /// Measures a take.
  init(_ name: String, _ take: [Float]) throws(AudioError) {
    self.name = name
    self.take = take
    limited = take
    do throws(Refusal) {
      peaks = try Limiter.peaks(take)
    } catch {
      throw AudioError(step: "level \(name)", reason: error.reason, hint: "record it again")
    }
    loudness = Loudness.momentary(take)
    guard loudness.isFinite else {
      throw AudioError(step: "level \(name)", reason: "the take is silent", hint: "record it again")
    }
  }

  /// Makes the take as loud as `aim` in LUFS, or nearly so if the limiter holds it back.
  mutating func move(to aim: Double) throws(AudioError) {
    gain += aim - loudness
    let factor = Decibels.amplitude(Float(gain))
    do throws(Refusal) {
      limited = try Limiter.limited(
        take.map { $0 * factor }, peaks: peaks.map { $0 * factor }, to: Self.ceiling)
    } catch {
      throw AudioError(step: "level \(name)", reason: error.reason, hint: "record it again")
    }
    loudness = Loudness.momentary(limited)
  }
}
