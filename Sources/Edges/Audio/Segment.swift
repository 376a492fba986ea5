/// A part of an announcement.
public enum Segment: Sendable, Equatable {
  /// A clip, whole.
  case clip(Clip)
  /// Silence of so many frames, as ``Sample`` defines them.
  case silence(frames: Int)

  /// Silence for a time.
  ///
  /// - Parameter duration: How long, to the nearest frame.
  /// - Returns: The segment.
  public static func silence(_ duration: Duration) -> Segment {
    .silence(frames: Sample.frames(in: duration))
  }

  var frames: Int {
    switch self {
    case .clip(let clip): clip.samples.count
    case .silence(let frames): frames
    }
  }
}
