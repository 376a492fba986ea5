public import Voice

/// Produces and writes the sounds of a pack: synthesis, mastering and levelling.
///
/// Unfinished sounds are mono at 48 kHz, with samples between −1 and 1; finished ones have 16 bits.
public protocol AudioProcessor: Sendable {
  /// The version of a synthesizer's program, such as `1.51`.
  ///
  /// - Parameter synthesizer: The program and its voice.
  /// - Returns: The version.
  /// - Throws: An error if it is unusable, such as a program or a voice that is not installed.
  func version(of synthesizer: PackManifest.Synthesizer) async throws -> String

  /// Synthesizes a text, and masters the sound.
  ///
  /// - Parameters:
  ///   - text: The synthesizer's input.
  ///   - id: The clip.
  ///   - synthesizer: The program and its voice.
  /// - Returns: The sound.
  /// - Throws: An error if there is no usable sound.
  func speak(
    _ text: String, for id: ClipID, with synthesizer: PackManifest.Synthesizer
  ) async throws -> [Float]

  /// Masters a recording.
  ///
  /// - Parameter path: The sound file.
  /// - Returns: The sound.
  /// - Throws: An error if there is no usable sound.
  func master(recording path: String) async throws -> [Float]

  /// Masters a signal.
  ///
  /// - Parameter signal: Mono, at 48 kHz.
  /// - Returns: The sound.
  /// - Throws: An error if there is no usable sound.
  func master(signal: [Float]) async throws -> [Float]

  /// Makes the sounds of a whole pack equally loud.
  ///
  /// - Parameter sounds: The sounds by clip id.
  /// - Returns: The finished sounds by clip id.
  /// - Throws: An error that names a sound that cannot be made as loud as the others.
  func level(_ sounds: [String: [Float]]) async throws -> [String: [Int16]]

  /// Writes a finished sound into the pack's folder.
  ///
  /// - Parameters:
  ///   - samples: The sound.
  ///   - file: The file, relative to the pack's folder.
  /// - Returns: The bytes of the file.
  /// - Throws: An error if the file cannot be written.
  func write(_ samples: [Int16], as file: String) async throws -> [UInt8]
}
