import Audio
import FoundationEssentials
import TestKit
import Testing

@Suite struct `Sound file` {
  private let sound = noise(frames: 20_000, seed: 3)

  @Test(arguments: [SoundFile.Format.flac, .wav])
  func `returns every sample, and the same bytes for the same samples`(
    format: SoundFile.Format
  ) async throws {
    try await withTemporaryFolder { folder in
      try SoundFile.write(sound, path: "\(folder)/a", as: format)
      try SoundFile.write(sound, path: "\(folder)/b", as: format)
      #expect(try SoundFile.read(path: "\(folder)/a").samples == sound)
      #expect(try bytes("\(folder)/a") == bytes("\(folder)/b"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a", "b"])
    }
  }

  @Test func `converts other rates and channels`() async throws {
    try await withTemporaryFolder { folder in
      let left = samples(tone(1_000, frames: 44_100, rate: 44_100))
      let wave = wav(left.flatMap { [$0, 0] }, channels: 2, rate: 44_100)
      let clip = try read(wave, in: folder)
      #expect(abs(clip.samples.count - 48_000) <= 1)
      let expected = samples(tone(1_000, frames: 48_000, level: 0.25))
      // The tone begins a sample later at 44.1 kHz, and the filter affects the ends.
      let errors = (2_000..<46_000).map { index in
        abs(Int(clip.samples[index]) - Int(expected[index]))
      }
      #expect(errors.max().map { $0 < 150 } ?? false)
    }
  }

  @Test func `derives a length that a pipe left open from the file's size`() async throws {
    try await withTemporaryFolder { folder in
      var wave = wav(sound)
      wave.replaceSubrange(40..<44, with: [0xff, 0xff, 0xff, 0x7f])
      let clip = try read(wave, in: folder)
      #expect(clip.samples == sound)
    }
  }

  @Test(arguments: [
    ("ten hours in 44 bytes", "truncated"), ("truncated WAV", "truncated"),
    ("truncated FLAC", "truncated"),
    ("empty", "not a WAV or FLAC file"), ("text", "not a WAV or FLAC file"),
    ("CAF", "not a WAV or FLAC file"),
    ("ADPCM", "not 16 bit PCM"), ("no samples", "no sound"), ("too long", "longer than 30 s"),
    ("too large", "larger than 3 MB"), ("9 channels", "9 channels"), ("1 Hz", "1 frames a second"),
    ("broken FLAC", "invalid header"), ("24 bit FLAC", "not 16 bit"),
    ("30 s and more in FLAC", "longer than 30 s"),
  ])
  func `refuses invalid clips`(kind: String, reason: String) async throws {
    try await withTemporaryFolder { folder in
      let error = await #expect(throws: AudioError.self) {
        try read(try await content(kind, in: folder), in: folder)
      }
      #expect(error?.reason.contains(reason) == true, "\(error.debugDescription)")
      #expect(error?.isTransient == false)
    }
  }

  @Test(arguments: [
    ("/etc/passwd", "not a WAV or FLAC file"), ("/dev/zero", "not a regular file"),
    ("/", "not a regular file"), ("/nowhere", "No such file"),
  ])
  func `refuses other files`(target: String, reason: String) async throws {
    try await withTemporaryFolder { folder in
      let link = "\(folder)/link.wav"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      let error = #expect(throws: AudioError.self) { try SoundFile.read(path: link) }
      #expect(error?.reason.contains(reason) == true, "\(error.debugDescription)")
      #expect(error?.step == "open clip \(link)")
    }
  }

  @Test func `leaves nothing behind after a failed write`() async throws {
    try await withTemporaryFolder { folder in
      try FileManager.default.createDirectory(
        atPath: "\(folder)/taken", withIntermediateDirectories: false)
      #expect(throws: AudioError.self) {
        try SoundFile.write(sound, path: "\(folder)/taken", as: .flac)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["taken"])
    }
  }

  private func content(_ kind: String, in folder: String) async throws -> [UInt8] {
    switch kind {
    case "ten hours in 44 bytes": return header(data: 1_728_000_000)
    case "truncated WAV": return Array(wav(sound).dropLast(2))
    case "truncated FLAC": return try Array(flac(sound, in: folder).dropLast(2_000))
    case "text": return Array("eighty-eight yuan fifty".utf8)
    case "CAF": return Array("caff\u{0}\u{1}\u{0}\u{0}desc".utf8) + wav(sound)
    case "ADPCM": return wav(sound, tag: 0x11)
    case "no samples": return wav([])
    case "too long": return wav([Int16](repeating: 0, count: 8_000 * 31), rate: 8_000)
    case "too large": return wav([Int16](repeating: 0, count: 1_500_000))
    case "9 channels": return wav([Int16](repeating: 1, count: 90), channels: 9)
    case "1 Hz": return wav(sound, rate: 1)
    case "broken FLAC": return Array("fLaC".utf8) + wav(sound)
    case "24 bit FLAC":
      var bytes = try flac(sound, in: folder)
      bytes[20] |= 0x01
      bytes[21] = 0x70 | bytes[21] & 0x0f
      return bytes
    case "30 s and more in FLAC":
      return try flac([Int16](repeating: 0, count: 31 * 48_000), in: folder)
    default: return []
    }
  }

  private func header(data: Int) -> [UInt8] {
    var bytes = wav([])
    bytes.replaceSubrange(40..<44, with: little(data, 4))
    return bytes
  }

  private func flac(_ samples: [Int16], in folder: String) throws -> [UInt8] {
    try SoundFile.write(samples, path: "\(folder)/x.flac", as: .flac)
    return try bytes("\(folder)/x.flac")
  }

  @discardableResult private func read(_ content: [UInt8], in folder: String) throws -> Clip {
    try Data(content).write(to: URL(filePath: "\(folder)/clip.wav"))
    return try SoundFile.read(path: "\(folder)/clip.wav")
  }
}
