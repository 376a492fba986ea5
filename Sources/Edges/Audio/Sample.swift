/// The one form of sound in this module: mono, 48 000 frames a second, 16 bits with sign.
///
/// A frame is one sample, as there is one channel.
public enum Sample {
  /// How many frames make a second.
  public static let rate = 48_000

  /// The frames that last as long as `duration`, to the nearest frame.
  ///
  /// - Parameter duration: A time of at most some days.
  /// - Returns: A number of frames; 0 for negative times.
  public static func frames(in duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    return max(0, (nanoseconds / 1_000 * rate + 500_000) / 1_000_000)
  }

  /// How long `frames` last.
  ///
  /// - Parameter frames: A number of frames.
  /// - Returns: Their time, to the nanosecond below.
  public static func duration(of frames: Int) -> Duration {
    .nanoseconds(frames * 1_000_000_000 / rate)
  }

  /// The sample nearest to `value`, where 1 is full scale; what lies beyond is cut off.
  static func quantized(_ value: Float) -> Int16 {
    Int16(max(-32_768, min(32_767, (value * 32_768).rounded(.toNearestOrEven))))
  }
}
