import Audio
import Glibc
import Interop
import ProgramKit
import Studio
import Voice

/// The processor at which a pack's clips are made: synthesizers as programs, mastering by the audio edge.
struct PackAudioProcessor: AudioProcessor {
  /// The pack's folder.
  let folder: String
  /// Where synthesizers write.
  let scratch: String

  func version(of synthesizer: PackManifest.Synthesizer) async throws -> String {
    try await SynthesizerProgram(synthesizer: synthesizer).version()
  }

  func speak(
    _ text: String, for id: ClipID, with synthesizer: PackManifest.Synthesizer
  ) async throws -> [Float] {
    let path = "\(scratch)/\(id).wav"
    defer { unlink(path) }
    try await SynthesizerProgram(synthesizer: synthesizer).speak(text, into: path)
    return try Mastering.master(SoundFile.readRecording(path: path))
  }

  func master(recording path: String) async throws -> [Float] {
    try Mastering.master(SoundFile.readRecording(path: path))
  }

  func master(signal: [Float]) async throws -> [Float] {
    try Mastering.master(RawRecording(samples: signal, rate: 48_000))
  }

  func level(_ sounds: [String: [Float]]) async throws -> [String: [Int16]] {
    try Mastering.level(sounds).mapValues(\.samples)
  }

  func press(_ samples: [Int16], as file: String) async throws -> [UInt8] {
    let path = "\(folder)/\(file)"
    let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    guard mkdir(parent, 0o755) == 0 || errno == EEXIST else {
      throw SystemError.last("make the folder \(parent)")
    }
    try SoundFile.write(samples, path: path, as: .flac)
    return try TextFile.bytes(path)
  }
}
