/// How loud samples are played, against how loud they are: never louder.
public struct Gain: Sendable, Equatable {
  /// The amplitude that is left, from 0 to 1 000 000; so a product of three percentages is exact.
  let millionths: Int

  /// The samples as they are.
  public static let full = Gain(percent: 100)

  /// Makes a gain.
  ///
  /// - Parameter percent: The amplitude that is left; below 0 counts as 0, above 100 as 100.
  public init(percent: Int) { millionths = max(0, min(100, percent)) * 10_000 }

  init(millionths: Int) { self.millionths = millionths }

  /// One gain after the other.
  ///
  /// - Parameters:
  ///   - left: A gain.
  ///   - right: Another gain.
  /// - Returns: Their product, to the nearest millionth.
  public static func * (left: Gain, right: Gain) -> Gain {
    Gain(millionths: (left.millionths * right.millionths + 500_000) / 1_000_000)
  }

  /// The samples, attenuated and rounded to the nearest, halves away from zero.
  ///
  /// - Parameter samples: The samples, as ``Sample`` defines them.
  /// - Returns: As many samples; the same ones at full gain.
  public func applied(to samples: [Int16]) -> [Int16] {
    self == .full ? samples : samples.map(applied)
  }

  /// The sample, attenuated and rounded to the nearest, halves away from zero.
  func applied(to sample: Int16) -> Int16 {
    let product = Int(sample) &* millionths
    let half = 500_000 &* (product >> 63 | 1)
    return Int16(truncatingIfNeeded: (product &+ half) / 1_000_000)
  }
}
