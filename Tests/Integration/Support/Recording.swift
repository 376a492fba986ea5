import FoundationEssentials
import TestKit

/// What should be heard, and what was.
enum Recording {
  /// The samples of a WAV file with 16 bits and one channel, whatever its header says of the length.
  static func samples(_ path: String) throws -> [Int16] {
    try rawSamples(path, after: 44)
  }

  /// The samples of a file that holds nothing else, but for some bytes at its start.
  static func rawSamples(_ path: String, after header: Int = 0) throws -> [Int16] {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path))).dropFirst(header)
    return stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }

  /// The announcement of a sound command, by the tool that writes it into a file.
  static func announcement(
    _ command: String, pack: String, volume: Int = 100, in folder: String
  ) async throws -> [Int16] {
    let path = "\(folder)/\(UUID().uuidString).wav"
    let result = try await Program.run(
      "say", "--pack", Program.pack(pack), "--out", path, "--volume", "\(volume)", command)
    guard result.status == 0 else { throw TestFailure(text: result.errors) }
    return try samples(path)
  }

  /// How often `announcement` stands in `recorded`, sample by sample, without overlap.
  static func count(_ announcement: [Int16], in recorded: [Int16]) -> Int {
    var count = 0
    var start = 0
    while let place = find(announcement, in: recorded, from: start) {
      count += 1
      start = place + announcement.count
    }
    return count
  }
}
