/// One announcement's samples, and where it may be interrupted.
public struct Sound: Sendable, Equatable {
  /// The samples, as ``Sample`` defines them.
  public var samples: [Int16]
  /// Frames after which a clip has ended, ascending.
  public var borders: [Int]

  /// Makes a sound.
  ///
  /// - Parameters:
  ///   - samples: The samples, as ``Sample`` defines them.
  ///   - borders: Frames after which a clip has ended, ascending; the end of all needs none.
  public init(_ samples: [Int16], borders: [Int] = []) {
    self.samples = samples
    self.borders = borders
  }
}
