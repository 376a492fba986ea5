import Audio
import FoundationEssentials
import Glibc

/// A tone at 48 kHz of amplitude `level` (full scale: 1), whose first samples do not repeat.
func tone(
  _ frequency: Double, frames: Int, level: Double = 0.5, rate: Int = 48_000
) -> [Float] {
  (0..<frames).map { Float(level * sin(2 * .pi * frequency * Double($0 + 1) / Double(rate))) }
}

/// A word-like sound: a few harmonics with an envelope, and silence around it.
func word(_ pitch: Double, seconds: Double, level: Double, silence: Double = 0.1) -> [Float] {
  let frames = Int(seconds * 48_000)
  let quiet = [Float](repeating: 0, count: Int(silence * 48_000))
  let sound = (0..<frames).map { index -> Float in
    let time = Double(index) / 48_000
    let envelope = pow(sin(.pi * Double(index) / Double(frames)), 0.5)
    let wave = (1...8).reduce(0.0) { $0 + sin(2 * .pi * pitch * Double($1) * time) / Double($1) }
    return Float(level * envelope * wave)
  }
  return quiet + sound + quiet
}

/// Pseudo-random samples without zeros, different for each seed.
func noise(frames: Int, seed: Int) -> [Int16] {
  var state = UInt32(truncatingIfNeeded: seed &* 2_654_435_761 &+ 1)
  return (0..<frames).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return Int16(truncatingIfNeeded: state >> 16) | 1
  }
}

/// The samples as 16 bits.
func samples(_ sound: [Float]) -> [Int16] { sound.map { Int16($0 * 32_767) } }

/// The bytes of a file.
func bytes(_ path: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path))) }

/// A number in little-endian order.
func little(_ number: Int, _ width: Int) -> [UInt8] {
  (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

/// A WAV file of 16 bits, written independently of the code under test.
func wav(
  _ samples: [Int16], channels: Int = 1, rate: Int = 48_000, tag: Int = 1
) -> [UInt8] {
  let data = unsafe samples.withUnsafeBytes { unsafe Array($0) }
  let format =
    little(tag, 2) + little(channels, 2) + little(rate, 4) + little(rate * channels * 2, 4)
    + little(channels * 2, 2) + little(16, 2)
  return Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
    + format + Array("data".utf8) + little(data.count, 4) + data
}

extension SoundOutput {
  /// Plays samples at full gain, as one clip.
  @discardableResult func play(_ samples: [Int16]) async throws -> PlaybackResult {
    try await play(Sound(samples), promptly: false, under: Controls())
  }
}
