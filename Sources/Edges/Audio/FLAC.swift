import CSndFile
import Glibc
import Interop

/// FLAC, by libsndfile.
enum FLAC {
  /// Decodes a file whose header has been looked at.
  static func decode(_ file: FileDescriptor, _ header: FLACHeader) throws -> Interleaved {
    guard lseek(file.rawValue, 0, SEEK_SET) == 0 else { throw SystemError.last("seek") }
    var info = SF_INFO()
    let sound = try open(file, SFM_READ, &info)
    guard info.channels == header.channels, info.samplerate == header.rate else {
      throw Refusal("a header that contradicts itself")
    }
    // One second more than is allowed, in case the header knows no length.
    let most = header.frames > 0 ? header.frames : header.rate * 31
    var frames = 0
    let samples = unsafe [Int16](unsafeUninitializedCapacity: most * header.channels) {
      buffer, count in
      frames = unsafe Int(sf_readf_short(sound.pointer, buffer.baseAddress, sf_count_t(most)))
      count = max(0, frames) * header.channels
    }
    guard frames >= header.frames else {
      throw Refusal("cut off or broken: \(header.frames) frames promised, \(frames) there")
    }
    guard frames <= header.rate * 30 else { throw Refusal("longer than 30 s") }
    return Interleaved(samples: samples, channels: header.channels, rate: header.rate)
  }

  /// Encodes canonical samples at level 8, which is libFLAC's best.
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

  /// Hands a descriptor to libsndfile, which leaves closing it to us.
  private static func open(
    _ file: FileDescriptor, _ mode: Int, _ info: inout SF_INFO
  ) throws(Refusal) -> Owned {
    guard let opened = unsafe sf_open_fd(file.rawValue, Int32(mode), &info, Int32(SF_FALSE)) else {
      throw unsafe Refusal(String(cString: sf_strerror(nil)))
    }
    return unsafe Owned(opened) { unsafe _ = sf_close($0) }
  }
}
