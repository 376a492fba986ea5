/// How loud samples are played, against how loud they are: never louder.
public struct Gain: Sendable, Equatable {
  /// The amplitude that is left, from 0 to 100 percent.
  public let percent: Int

  /// The samples as they are.
  public static let full = Gain(percent: 100)

  /// Makes a gain.
  ///
  /// - Parameter percent: The amplitude that is left; below 0 counts as 0, above 100 as 100.
  public init(percent: Int) { self.percent = max(0, min(100, percent)) }

  /// The sample, attenuated and rounded to the nearest, halves away from zero.
  func applied(to sample: Int16) -> Int16 {
    let product = Int32(sample) &* Int32(truncatingIfNeeded: percent)
    let half = 50 &* (product >> 31 | 1)
    return Int16(truncatingIfNeeded: (product &+ half) / 100)
  }
}
