/// A piece of sound, decoded: the samples and nothing else.
public struct Clip: Sendable, Equatable {
  /// The samples, as ``Sample`` defines them.
  public let samples: [Int16]

  /// How long it lasts.
  public var duration: Duration { Sample.duration(of: samples.count) }

  /// Makes a clip.
  ///
  /// - Parameter samples: The samples, as ``Sample`` defines them.
  public init(samples: [Int16]) { self.samples = samples }
}
