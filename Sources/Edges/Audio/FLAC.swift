import CSndFile
import Glibc
import Interop

/// FLAC coding by libsndfile.
enum FLAC {
  /// Decodes a file whose header has been checked.
  static func decode(_ file: FileDescriptor, _ header: FLACHeader) throws -> Interleaved {
    guard lseek(file.rawValue, 0, SEEK_SET) == 0 else { throw SystemError.last("seek") }
    var info = SF_INFO()
    let sound = try open(file, SFM_READ, &info)
    guard info.channels == header.channels, info.samplerate == header.rate else {
      throw Refusal("inconsistent header")
    }
    // One second more than is allowed, in case the header has no length.
    let most = header.frames > 0 ? header.frames : header.rate * 31
    var frames = 0
    let samples = unsafe [Int16](unsafeUninitializedCapacity: most * header.channels) {
      buffer, count in
      frames = unsafe Int(sf_readf_short(sound.pointer, buffer.baseAddress, sf_count_t(most)))
      count = max(0, frames) * header.channels
    }
    guard frames >= header.frames else {
      throw Refusal("truncated: \(frames) of \(header.frames) frames")
    }
    guard frames <= header.rate * 30 else { throw Refusal("longer than 30 s") }
    return Interleaved(samples: samples, channels: header.channels, rate: header.rate)
  }

  /// Encodes canonical samples at level 8, libFLAC's best.
  static func encode(_ samples: [Int16], to file: FileDescriptor) throws {
    var info = SF_INFO()
    info.samplerate = Int32(Sample.rate)
    info.channels = 1
    info.format = Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    let sound = try open(file, SFM_WRITE, &info)
    var level = 1.0  // of 0…1, which libsndfile maps to 0…8
    unsafe sf_command(
      sound.pointer, Int32(SFC_SET_COMPRESSION_LEVEL), &level,
      Int32(MemoryLayout<Double>.size))
    let written = unsafe sf_write_short(sound.pointer, samples, sf_count_t(samples.count))
    guard written == samples.count else {
      throw unsafe Refusal(String(cString: sf_strerror(sound.pointer)))
    }
    unsafe sf_write_sync(sound.pointer)
  }

  /// Opens a descriptor in libsndfile, without passing on its ownership.
  private static func open(
    _ file: FileDescriptor, _ mode: Int, _ info: inout SF_INFO
  ) throws(Refusal) -> Owned {
    guard let opened = unsafe sf_open_fd(file.rawValue, Int32(mode), &info, Int32(SF_FALSE)) else {
      throw unsafe Refusal(String(cString: sf_strerror(nil)))
    }
    return unsafe Owned(opened) { unsafe _ = sf_close($0) }
  }
}

/// The first metadata block of a FLAC file, checked before libsndfile reads the file.
struct FLACHeader {
  /// The length of the block with the signature, in bytes.
  static let length = 42

  /// Samples per frame.
  let channels: Int
  /// Frames per second.
  let rate: Int
  /// The number of frames; 0 if the writer did not know.
  let frames: Int

  /// Parses “fLaC” and STREAMINFO, which must be the first block.
  ///
  /// - Parameter bytes: The beginning of the file.
  /// - Throws: `Refusal` if it is not a FLAC file of 16 bits.
  init(parsing bytes: [UInt8]) throws(Refusal) {
    guard bytes.starts(with: "fLaC".utf8) else { throw Refusal("not a FLAC file") }
    guard bytes.count >= Self.length, bytes[4] & 0x7f == 0, bytes[5...7].elementsEqual([0, 0, 34])
    else { throw Refusal("invalid header") }
    // 20 bits rate, 3 channels − 1, 5 bits per sample − 1, 36 frames (RFC 9639, 8.2).
    let fields = bytes[18..<26].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    rate = Int(fields >> 44)
    channels = Int(fields >> 41 & 0x7) + 1
    frames = Int(fields & 0xf_ffff_ffff)
    guard fields >> 36 & 0x1f == 15 else { throw Refusal("not 16 bit FLAC") }
  }
}
