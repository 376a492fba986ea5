/// Making one announcement of many segments.
public enum Mixdown {
  /// The samples of an announcement, the same for a device and for a file.
  ///
  /// At full gain every clip comes through bit by bit. A device's lead-in is not part of it.
  ///
  /// - Parameters:
  ///   - segments: The parts, in the order of playing.
  ///   - gain: How loud.
  /// - Returns: The samples, as ``Sample`` defines them.
  public static func join(_ segments: [Segment], gain: Gain = .full) -> [Int16] {
    var samples: [Int16] = []
    samples.reserveCapacity(segments.reduce(0) { $0 + $1.frames })
    for segment in segments {
      switch segment {
      case .clip(let clip) where gain == .full: samples += clip.samples
      case .clip(let clip): samples += clip.samples.map(gain.applied)
      case .silence(let frames): samples += repeatElement(0, count: frames)
      }
    }
    return samples
  }
}
