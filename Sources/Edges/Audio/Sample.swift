/// The canonical sample format of this module: mono, 48 000 frames per second, 16 bits signed.
///
/// With one channel, a frame is one sample.
public enum Sample {
  /// Frames per second.
  public static let rate = 48_000

  /// The number of frames in `duration`, rounded to the nearest.
  ///
  /// - Parameter duration: A time of at most some days.
  /// - Returns: A number of frames; 0 for negative times.
  public static func frames(in duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    return max(0, (nanoseconds / 1_000 * rate + 500_000) / 1_000_000)
  }

  /// The duration of `frames`.
  ///
  /// - Parameter frames: A number of frames.
  /// - Returns: Their duration, rounded down to the nanosecond.
  public static func duration(of frames: Int) -> Duration {
    .nanoseconds(frames * 1_000_000_000 / rate)
  }

  /// The sample nearest to `value`, where 1 is full scale; values beyond are clipped.
  static func quantized(_ value: Float) -> Int16 {
    Int16(max(-32_768, min(32_767, (value * 32_768).rounded(.toNearestOrEven))))
  }
}

/// The decoded samples of one clip.
public struct Clip: Sendable, Equatable {
  /// The samples, as ``Sample`` defines them.
  public let samples: [Int16]

  /// The clip's duration.
  public var duration: Duration { Sample.duration(of: samples.count) }

  /// Creates a clip.
  ///
  /// - Parameter samples: The samples, as ``Sample`` defines them.
  public init(samples: [Int16]) { self.samples = samples }
}
