import Glibc
import Interop

extension SoundFile {
  /// Reads a file after looking at its kind, its size and its first bytes.
  static func decode(_ path: String) throws(AudioError) -> Interleaved {
    let step = "open clip \(path)"
    do {
      // Not blocking, as opening a pipe without a writer would wait for one.
      let file = try openFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, step)
      let size = try regularSize(of: file, step)
      let sound = try decode(file, size: size)
      guard !sound.samples.isEmpty else { throw Refusal("holds no sound") }
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
    guard bytes.starts(with: "RIFF".utf8) else { throw Refusal("not a sound file we take") }
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

  /// The samples as a WAV file holds them, low byte first.
  static func bytes(of samples: [Int16]) -> [UInt8] {
    unsafe samples.withUnsafeBytes { unsafe Array($0) }
  }

  /// The samples that `bytes` hold, low byte first, as all our processors do.
  private static func samples(of bytes: ArraySlice<UInt8>) -> [Int16] {
    unsafe [Int16](unsafeUninitializedCapacity: bytes.count / 2) { buffer, count in
      unsafe UnsafeMutableRawBufferPointer(buffer).copyBytes(from: bytes)
      count = bytes.count / 2
    }
  }
}
