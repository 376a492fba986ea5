/// An attenuation of samples.
public struct Gain: Sendable, Equatable {
  /// The amplitude factor in millionths, at most 1 000 000; a product of three percentages is exact.
  let millionths: Int

  /// No attenuation.
  public static let full = Gain(percent: 100)

  /// Creates a gain.
  ///
  /// - Parameter percent: The amplitude in percent, clamped to 0...100.
  public init(percent: Int) { millionths = max(0, min(100, percent)) * 10_000 }

  init(millionths: Int) { self.millionths = millionths }

  /// Combines two gains.
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

/// A gain that changes linearly to each new target, frame by frame.
struct GainRamp {
  /// The length of a ramp, in frames: 50 ms.
  static let frames = Sample.rate / 20

  private var start: Gain
  private var target: Gain
  private var step = Self.frames

  /// Whether samples pass unchanged.
  var isFull: Bool { step == Self.frames && target == .full }

  private var current: Gain {
    let change = target.millionths - start.millionths
    return Gain(millionths: start.millionths + change * step / Self.frames)
  }

  /// Starts with a constant gain.
  init(at gain: Gain) { (start, target) = (gain, gain) }

  /// Starts a ramp from the current gain.
  mutating func move(to gain: Gain) {
    guard gain != target else { return }
    (start, target, step) = (current, gain, 0)
  }

  /// The gain of the next frame; the ramp ends after ``frames`` of them.
  mutating func next() -> Gain {
    step = min(step + 1, Self.frames)
    return current
  }
}
