import FoundationEssentials

/// The bytes of a file.
func bytes(_ path: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path))) }

/// A number, low byte first.
func little(_ number: Int, _ width: Int) -> [UInt8] {
  (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

/// A WAV file of 16 bits, made independently of the code under test.
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
