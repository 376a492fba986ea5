import Glibc
import Interop

/// Sound files: WAV of 16 bit PCM, and FLAC of 16 bits.
///
/// The first bytes decide the format, never the name, and no other format reaches a decoder. WAV is
/// read by our own code, FLAC by libsndfile. All calls block for some milliseconds.
public enum SoundFile {
  /// The formats that can be written.
  public enum Format: Sendable {
    /// FLAC, mono, 48 kHz, 16 bits, level 8.
    case flac
    /// WAV, mono, 48 kHz, 16 bits PCM.
    case wav
  }

  /// The longest sound that can be read.
  public static let longest = Duration.seconds(30)
  /// The largest file that can be read, in bytes.
  public static let largest = 3_000_000
  /// The rates that can be read, in frames per second.
  public static let rates = 8_000...192_000
  /// The numbers of channels that can be read.
  public static let channels = 1...8

  /// Reads a file and converts it to canonical samples.
  ///
  /// Mono sound at 48 kHz is returned unchanged. Channels are averaged, and other rates converted by
  /// libsamplerate's best filter.
  ///
  /// - Parameter path: The file.
  /// - Returns: The clip, at least one sample.
  /// - Throws: ``AudioError`` for a file that is missing, of another format, too large, too long, or
  ///   shorter than its header says.
  public static func read(path: String) throws(AudioError) -> Clip {
    let sound = try decode(path)
    guard sound.channels != 1 || sound.rate != Sample.rate else {
      return Clip(samples: sound.samples)
    }
    return Clip(
      samples: try resample(RawRecording(samples: sound.mono, rate: sound.rate), path).map(
        Sample.quantized)
    )
  }

  /// Reads a file for ``Mastering``, at its own rate.
  ///
  /// - Parameter path: The file.
  /// - Returns: The recording, with averaged channels.
  /// - Throws: ``AudioError``, as from ``read(path:)``.
  public static func readRecording(path: String) throws(AudioError) -> RawRecording {
    let sound = try decode(path)
    return RawRecording(samples: sound.mono, rate: sound.rate)
  }

  /// Writes a file atomically.
  ///
  /// The same samples give the same bytes with the same version of libFLAC.
  ///
  /// - Parameters:
  ///   - samples: The samples, as ``Sample`` defines them.
  ///   - path: The file, which is replaced if it exists.
  ///   - format: The file's format.
  /// - Throws: ``AudioError`` if the file cannot be written.
  public static func write(
    _ samples: [Int16], path: String, as format: Format
  ) throws(AudioError) {
    let step = "write \(path)"
    let temporary = "\(path).\(getpid()).partial"
    do {
      let file = try openFile(temporary, O_RDWR | O_CREAT | O_TRUNC, step)
      switch format {
      case .flac: try FLAC.encode(samples, to: file)
      case .wav: try file.write(WAVHeader.bytes(frames: samples.count) + bytes(of: samples))
      }
      guard fsync(file.rawValue) == 0, unsafe rename(temporary, path) == 0 else {
        throw SystemError.last(step)
      }
    } catch {
      unsafe unlink(temporary)
      throw AudioError(step: step, cause: error, hint: "try again")
    }
  }

  private static func resample(_ recording: RawRecording, _ path: String) throws(AudioError)
    -> [Float]
  {
    do throws(Refusal) {
      return try Resampler.convert(recording.samples, from: recording.rate, to: Sample.rate)
    } catch {
      throw AudioError(step: "convert \(path)", reason: error.reason)
    }
  }
}

extension SoundFile {
  /// Decodes a file after checking its type, size and header.
  static func decode(_ path: String) throws(AudioError) -> Interleaved {
    let step = "open clip \(path)"
    do {
      // Non-blocking, because opening a pipe would wait for a writer.
      let file = try openFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, step)
      let size = try regularSize(of: file, step)
      let sound = try decode(file, size: size)
      guard !sound.samples.isEmpty else { throw Refusal("contains no sound") }
      return sound
    } catch {
      throw AudioError(
        step: step, cause: error,
        hint: "clips are WAV (16 bit PCM) or FLAC (16 bit), at most 30 s and 3 MB")
    }
  }

  private static func decode(_ file: FileDescriptor, size: Int) throws -> Interleaved {
    var bytes = try file.read(atMost: FLACHeader.length)
    if let header = try? FLACHeader(parsing: bytes) {
      try check(header.channels, header.rate, frames: header.frames)
      return try FLAC.decode(file, header)
    }
    if bytes.starts(with: "fLaC".utf8) { _ = try FLACHeader(parsing: bytes) }
    guard bytes.starts(with: "RIFF".utf8) else { throw Refusal("not a WAV or FLAC file") }
    while bytes.count <= largest, case let more = try file.read(), !more.isEmpty { bytes += more }
    let header = try WAVHeader(parsing: bytes, size: bytes.count)
    try check(header.channels, header.rate, frames: header.data.count / 2 / max(1, header.channels))
    return Interleaved(
      samples: samples(of: bytes[header.data]), channels: header.channels, rate: header.rate)
  }

  private static func check(_ channels: Int, _ rate: Int, frames: Int) throws(Refusal) {
    guard Self.channels.contains(channels) else { throw Refusal("\(channels) channels") }
    guard rates.contains(rate) else { throw Refusal("\(rate) frames a second") }
    guard frames <= rate * Int(longest.components.seconds) else {
      throw Refusal("longer than 30 s")
    }
  }

  private static func regularSize(of file: FileDescriptor, _ step: String) throws -> Int {
    var status = stat()
    guard unsafe fstat(file.rawValue, &status) == 0 else { throw SystemError.last(step) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Refusal("not a regular file") }
    guard status.st_size <= largest else { throw Refusal("larger than 3 MB") }
    return status.st_size
  }

  /// Opens a file that children do not inherit.
  static func openFile(
    _ path: String, _ flags: Int32, _ step: String
  ) throws(SystemError) -> FileDescriptor {
    let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .last(step) }
    return FileDescriptor(owning: descriptor)
  }

  /// The samples as little-endian bytes, as in a WAV file.
  static func bytes(of samples: [Int16]) -> [UInt8] {
    unsafe samples.withUnsafeBytes { unsafe Array($0) }
  }

  /// The samples of little-endian `bytes`; all our processors are little-endian.
  private static func samples(of bytes: ArraySlice<UInt8>) -> [Int16] {
    unsafe [Int16](unsafeUninitializedCapacity: bytes.count / 2) { buffer, count in
      unsafe UnsafeMutableRawBufferPointer(buffer).copyBytes(from: bytes)
      count = bytes.count / 2
    }
  }
}

/// Decoded sound with a file's own channels and rate.
struct Interleaved {
  /// The samples, frame by frame.
  let samples: [Int16]
  /// Samples per frame.
  let channels: Int
  /// Frames per second.
  let rate: Int

  /// The mean of the channels, between −1 and 1.
  var mono: [Float] {
    stride(from: 0, to: samples.count - channels + 1, by: channels).map { frame in
      let sum = samples[frame..<(frame + channels)].reduce(0) { $0 + Int32($1) }
      return Float(sum) / (Float(channels) * 32_768)
    }
  }
}
