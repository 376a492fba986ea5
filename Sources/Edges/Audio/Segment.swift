/// A part of an announcement.
public enum Segment: Sendable, Equatable {
  /// A clip, whole.
  case clip(Clip)
  /// A clip that lies in a file, whole.
  case stored(StoredClip)
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
    case .stored(let clip): clip.frames
    case .silence(let frames): frames
    }
  }

  /// Whether it may be interrupted where it ends.
  var hasBorder: Bool {
    if case .silence = self { false } else { true }
  }

  /// Writes the samples to memory that has none yet, as much as there are.
  func write(to place: UnsafeMutableBufferPointer<Int16>) throws(AudioError) {
    switch self {
    case .clip(let clip): _ = unsafe place.initialize(fromContentsOf: clip.samples)
    case .stored(let clip): unsafe try clip.read(into: place)
    case .silence: unsafe place.initialize(repeating: 0)
    }
  }
}
