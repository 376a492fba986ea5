/// Decoded sound as a file holds it.
struct Interleaved {
  /// The samples, frame by frame.
  let samples: [Int16]
  /// How many samples make a frame.
  let channels: Int
  /// How many frames make a second.
  let rate: Int

  /// The mean of the channels, between −1 and 1.
  var mono: [Float] {
    stride(from: 0, to: samples.count - channels + 1, by: channels).map { frame in
      let sum = samples[frame..<(frame + channels)].reduce(0) { $0 + Int32($1) }
      return Float(sum) / (Float(channels) * 32_768)
    }
  }
}
