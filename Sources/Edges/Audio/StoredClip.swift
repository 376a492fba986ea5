/// A clip in a ``ClipFile``.
public struct StoredClip: Sendable {
  /// How many samples it has.
  let frames: Int
  private let file: ClipFile
  /// Where it begins, in bytes.
  private let offset: Int

  init(frames: Int, file: ClipFile, offset: Int) {
    self.frames = frames
    self.file = file
    self.offset = offset
  }

  /// Reads the samples.
  ///
  /// - Parameter samples: Gets them; as long as the clip.
  /// - Throws: ``AudioError`` if the file cannot be read.
  func read(into samples: UnsafeMutableBufferPointer<Int16>) throws(AudioError) {
    unsafe try file.read(samples, at: offset)
  }
}

extension StoredClip: Equatable {
  public static func == (left: StoredClip, right: StoredClip) -> Bool {
    left.file === right.file && left.offset == right.offset && left.frames == right.frames
  }
}
