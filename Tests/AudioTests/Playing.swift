import Audio

extension SoundOutput {
  /// Plays samples without a border, as loud as they are.
  @discardableResult func play(_ samples: [Int16]) async throws -> PlaybackResult {
    try await play(Sound(samples), promptly: false, under: Controls())
  }
}
