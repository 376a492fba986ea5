/// A recording as it came from a microphone or a synthesiser: one channel, any rate.
public struct RawRecording: Sendable, Equatable {
  /// The samples, between −1 and 1.
  public let samples: [Float]
  /// How many of them make a second, from 8 000 to 192 000.
  public let rate: Int

  /// Makes a take.
  ///
  /// - Parameters:
  ///   - samples: The samples, between −1 and 1.
  ///   - rate: How many of them make a second, from 8 000 to 192 000.
  public init(samples: [Float], rate: Int) {
    precondition(SoundFile.rates.contains(rate), "a take has 8 000 to 192 000 samples a second")
    self.samples = samples
    self.rate = rate
  }
}
