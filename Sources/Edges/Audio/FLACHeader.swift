/// The first block of a FLAC file, looked at before libsndfile sees the file.
struct FLACHeader {
  /// The length in bytes of what is looked at.
  static let length = 42

  /// How many samples make a frame.
  let channels: Int
  /// How many frames make a second.
  let rate: Int
  /// How many frames there are; 0 if the writer did not know.
  let frames: Int

  /// Reads “fLaC” and the stream's description, which has to be the first block.
  ///
  /// - Parameter bytes: The beginning of the file.
  /// - Throws: `Refusal` if it is no such file.
  init(parsing bytes: [UInt8]) throws(Refusal) {
    guard bytes.starts(with: "fLaC".utf8) else { throw Refusal("not a FLAC file") }
    guard bytes.count >= Self.length, bytes[4] & 0x7f == 0, bytes[5...7].elementsEqual([0, 0, 34])
    else { throw Refusal("a broken header") }
    // 20 bits rate, 3 channels less 1, 5 bits a sample less 1, 36 frames (RFC 9639, 8.2).
    let fields = bytes[18..<26].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    rate = Int(fields >> 44)
    channels = Int(fields >> 41 & 0x7) + 1
    frames = Int(fields & 0xf_ffff_ffff)
    guard fields >> 36 & 0x1f == 15 else { throw Refusal("not 16 bit FLAC") }
  }
}
