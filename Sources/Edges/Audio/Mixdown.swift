/// Making one announcement of many segments.
public enum Mixdown {
  /// The sound of an announcement, the same for a device and for a file.
  ///
  /// Every clip comes through bit by bit. A device's lead-in is not part of it.
  ///
  /// - Parameter segments: The parts, in the order of playing.
  /// - Returns: The samples, as ``Sample`` defines them, with a border after each clip.
  /// - Throws: ``AudioError`` if a clip cannot be read from its file.
  public static func join(_ segments: [Segment]) throws(AudioError) -> Sound {
    var borders: [Int] = []
    var failure: AudioError?
    let length = segments.reduce(0) { $0 + $1.frames }
    let samples = unsafe [Int16](unsafeUninitializedCapacity: length) { buffer, count in
      for segment in segments where segment.frames > 0 {
        let end = count + segment.frames
        do throws(AudioError) {
          unsafe try segment.write(to: .init(rebasing: buffer[count..<end]))
        } catch {
          failure = error
          return
        }
        count = end
        if segment.hasBorder { borders.append(end) }
      }
    }
    if let failure { throw failure }
    return Sound(samples, borders: borders)
  }
}
