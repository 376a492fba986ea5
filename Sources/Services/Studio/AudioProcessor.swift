public import Voice

/// What the studio needs of the world: synthesizers, recordings, and a processor to master sounds at.
///
/// A sound in the making is mono, 48 kHz, its samples between −1 and 1; a finished one has 16 bits.
public protocol AudioProcessor: Sendable {
  /// The version of a synthesizer's program, such as `1.51`.
  ///
  /// - Parameter synthesizer: The program and its voice.
  /// - Returns: The version.
  /// - Throws: Why it cannot serve, such as a program or a voice that is not installed.
  func version(of synthesizer: PackManifest.Synthesizer) async throws -> String

  /// Speaks a text, and masters what was spoken.
  ///
  /// - Parameters:
  ///   - text: What the synthesizer is fed.
  ///   - id: The clip that it is for.
  ///   - synthesizer: The program and its voice.
  /// - Returns: The sound.
  /// - Throws: Why there is none.
  func speak(
    _ text: String, for id: ClipID, with synthesizer: PackManifest.Synthesizer
  ) async throws -> [Float]

  /// Masters a recording.
  ///
  /// - Parameter path: The sound file.
  /// - Returns: The sound.
  /// - Throws: Why there is none.
  func master(recording path: String) async throws -> [Float]

  /// Masters a signal.
  ///
  /// - Parameter signal: Mono, at 48 kHz.
  /// - Returns: The sound.
  /// - Throws: Why there is none.
  func master(signal: [Float]) async throws -> [Float]

  /// Makes the sounds of a whole pack equally loud.
  ///
  /// - Parameter sounds: The sounds by their clips' ids.
  /// - Returns: The finished sounds, by the same ids.
  /// - Throws: Which sound cannot be made as loud as the others.
  func level(_ sounds: [String: [Float]]) async throws -> [String: [Int16]]

  /// Puts a finished sound into the pack's folder.
  ///
  /// - Parameters:
  ///   - samples: The sound.
  ///   - file: The file, relative to the pack's folder.
  /// - Returns: The bytes of the file.
  /// - Throws: Why it cannot be written.
  func press(_ samples: [Int16], as file: String) async throws -> [UInt8]
}
