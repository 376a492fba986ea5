/// The header of a WAV file of 16 bit PCM, parsed strictly, without a library's guesses.
struct WAVHeader {
  /// The length of the headers that we write, in bytes.
  static let length = 44
  /// The most data that a WAV file's 32 bit lengths allow, in bytes.
  static let mostData = Int(UInt32.max) - length

  /// Samples per frame.
  let channels: Int
  /// Frames per second.
  let rate: Int
  /// The byte range of the samples in the file.
  let data: Range<Int>

  /// The header of a file of canonical samples.
  ///
  /// - Parameter frames: The number of samples.
  /// - Returns: The ``length`` bytes before the samples.
  static func bytes(frames: Int) -> [UInt8] {
    let data = frames * 2
    return Array("RIFF".utf8) + little(data + length - 8) + Array("WAVEfmt ".utf8) + little(16)
      + little(1, width: 2) + little(1, width: 2) + little(Sample.rate) + little(Sample.rate * 2)
      + little(2, width: 2) + little(16, width: 2) + Array("data".utf8) + little(data)
  }

  /// Parses the chunks up to the samples.
  ///
  /// - Parameters:
  ///   - bytes: The file or its beginning.
  ///   - size: The length of the whole file, in bytes.
  /// - Throws: `Refusal` if it is not a WAV file of 16 bit PCM, or is truncated.
  init(parsing bytes: [UInt8], size: Int) throws(Refusal) {
    guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WAVE".utf8) else {
      throw Refusal("not a WAV file")
    }
    var format: (channels: Int, rate: Int)?
    var position = 12
    while position + 8 <= bytes.count {
      let length = Self.number(bytes, at: position + 4, width: 4)
      let body = position + 8
      if bytes[position...].starts(with: "fmt ".utf8) {
        format = try Self.format(bytes, at: body, length: length)
      } else if bytes[position...].starts(with: "data".utf8) {
        guard let format else { throw Refusal("the data chunk precedes the format chunk") }
        (channels, rate) = format
        data = try Self.data(from: body, length: length, size: size, frame: format.channels * 2)
        return
      }
      position = body + length + length % 2
    }
    throw Refusal("no data chunk")
  }

  private static func format(
    _ bytes: [UInt8], at position: Int, length: Int
  ) throws(Refusal) -> (channels: Int, rate: Int) {
    guard length >= 16, position + 16 <= bytes.count else { throw Refusal("invalid header") }
    guard number(bytes, at: position, width: 2) == 1,
      number(bytes, at: position + 14, width: 2) == 16
    else { throw Refusal("not 16 bit PCM") }
    return (
      number(bytes, at: position + 2, width: 2), number(bytes, at: position + 4, width: 4)
    )
  }

  /// A program that writes into a pipe cannot know the length, and leaves the largest number or zero.
  private static func data(
    from start: Int, length: Int, size: Int, frame: Int
  ) throws(Refusal) -> Range<Int> {
    let present = size - start
    let isUnknown = length == 0 || length >= 0x7fff_0000
    guard isUnknown || length <= present else {
      throw Refusal("truncated: \(present) of \(length) bytes of samples")
    }
    let taken = isUnknown ? present : length
    return start..<(start + (frame == 0 ? 0 : taken - taken % frame))
  }

  private static func number(_ bytes: [UInt8], at position: Int, width: Int) -> Int {
    bytes[position..<(position + width)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func little(_ number: Int, width: Int = 4) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
