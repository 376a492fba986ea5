/// Joins segments into one announcement.
public enum Mixdown {
  /// Joins segments.
  ///
  /// The samples of clips are copied unchanged. A device's lead-in is not included.
  ///
  /// - Parameter segments: The segments, in playing order.
  /// - Returns: The samples, as ``Sample`` defines them, with the end of each clip.
  /// - Throws: ``AudioError`` if a clip cannot be read from its file.
  public static func join(_ segments: [Segment]) throws(AudioError) -> Sound {
    var clipEnds: [Int] = []
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
        if segment.isClip { clipEnds.append(end) }
      }
    }
    if let failure { throw failure }
    return Sound(samples, clipEnds: clipEnds)
  }
}

/// A part of an announcement.
public enum Segment: Sendable, Equatable {
  /// A clip in memory.
  case clip(Clip)
  /// A clip in a file.
  case stored(StoredClip)
  /// Silence, in frames as ``Sample`` defines them.
  case silence(frames: Int)

  /// Silence of a duration.
  ///
  /// - Parameter duration: The duration, rounded to the nearest frame.
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

  /// Whether it is a clip, after which an announcement may be interrupted.
  var isClip: Bool {
    if case .silence = self { false } else { true }
  }

  /// Writes the samples to uninitialized memory of the segment's length.
  func write(to buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioError) {
    switch self {
    case .clip(let clip): _ = unsafe buffer.initialize(fromContentsOf: clip.samples)
    case .stored(let clip): unsafe try clip.read(into: buffer)
    case .silence: unsafe buffer.initialize(repeating: 0)
    }
  }
}

/// The samples of one announcement and where it may be interrupted.
public struct Sound: Sendable, Equatable {
  /// The samples, as ``Sample`` defines them.
  public var samples: [Int16]
  /// The frames where clips end, ascending.
  public var clipEnds: [Int]

  /// Creates a sound.
  ///
  /// - Parameters:
  ///   - samples: The samples, as ``Sample`` defines them.
  ///   - clipEnds: The frames where clips end, ascending; the last one may be left out.
  public init(_ samples: [Int16], clipEnds: [Int] = []) {
    self.samples = samples
    self.clipEnds = clipEnds
  }
}
