/// Making one announcement of many segments.
public enum Mixdown {
  /// The sound of an announcement, the same for a device and for a file.
  ///
  /// Every clip comes through bit by bit. A device's lead-in is not part of it.
  ///
  /// - Parameter segments: The parts, in the order of playing.
  /// - Returns: The samples, as ``Sample`` defines them, with a border after each clip.
  public static func join(_ segments: [Segment]) -> Sound {
    var sound = Sound([])
    sound.samples.reserveCapacity(segments.reduce(0) { $0 + $1.frames })
    for segment in segments where segment.frames > 0 {
      switch segment {
      case .clip(let clip):
        sound.samples += clip.samples
        sound.borders.append(sound.samples.count)
      case .silence(let frames):
        sound.samples += repeatElement(0, count: frames)
      }
    }
    return sound
  }
}
