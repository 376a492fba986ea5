import Glibc
import Interop

/// An output that appends to one WAV file, which is valid and on disk after each announcement.
///
/// It does not wait for real time. An existing file is continued after discarding an announcement
/// that a crash left unfinished. Nothing else may write the file meanwhile.
public actor WAVOutput: SoundOutput {
  private let path: String
  private let executor = QueueExecutor(label: "wav output")
  private let status: OutputStatus

  public nonisolated var condition: SoundCondition { status.condition }

  /// Creates the output; the file is opened again for each announcement.
  ///
  /// - Parameter path: The file.
  public init(path: String) {
    self.path = path
    status = OutputStatus(device: "wav:\(path)")
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Appends a sound completely or not at all: no time passes in which it could be cut.
  ///
  /// - Parameters:
  ///   - sound: The sound.
  ///   - promptly: Ignored, because nothing is put between two announcements.
  ///   - controls: The current gain, and whether to leave the sound out.
  /// - Returns: Whether it was appended.
  /// - Throws: ``AudioError``, or `CancellationError`.
  public func play(
    _ sound: Sound, promptly: Bool, under controls: Controls
  ) async throws -> PlaybackResult {
    try Task.checkCancellation()
    let current = controls.current
    guard current.cut == nil else { return .cut }
    try updatingStatus { () throws(AudioError) in
      try append(current.gain.applied(to: sound.samples))
    }
    return .whole
  }

  public func check() async throws {
    try updatingStatus { () throws(AudioError) in try append([]) }
  }

  public func idle() async { await PlaybackClock.system.waitForCancellation() }

  private func updatingStatus(_ work: () throws(AudioError) -> Void) throws(AudioError) {
    do {
      try work()
      status.set(.idle)
    } catch {
      status.set(.unavailable(error.reason))
      throw error
    }
  }

  private func append(_ samples: [Int16]) throws(AudioError) {
    let step = "append to \(path)"
    do {
      let file = try SoundFile.openFile(path, O_RDWR | O_CREAT, step)
      let present = try frames(in: file)
      let frames = present + samples.count
      guard frames * 2 <= WAVHeader.mostData else { throw Refusal("a WAV file is limited to 4 GB") }
      let end = WAVHeader.length + present * 2
      guard ftruncate(file.rawValue, end) == 0, lseek(file.rawValue, end, SEEK_SET) == end else {
        throw SystemError.last(step)
      }
      try file.write(SoundFile.bytes(of: samples))
      guard lseek(file.rawValue, 0, SEEK_SET) == 0 else { throw SystemError.last(step) }
      try file.write(WAVHeader.bytes(frames: frames))
      guard fsync(file.rawValue) == 0 else { throw SystemError.last(step) }
    } catch {
      throw AudioError(
        step: step, cause: error, hint: "name another file, or move this one away")
    }
  }

  /// The number of frames according to the file's header; a new file gets a header.
  private func frames(in file: FileDescriptor) throws -> Int {
    let size = lseek(file.rawValue, 0, SEEK_END)
    guard lseek(file.rawValue, 0, SEEK_SET) == 0 else { throw SystemError.last("seek") }
    guard size > 0 else {
      try file.write(WAVHeader.bytes(frames: 0))
      return 0
    }
    let bytes = try file.read(atMost: WAVHeader.length)
    let count = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) } / 2
    guard bytes == WAVHeader.bytes(frames: count) else {
      throw Refusal("not written by this program")
    }
    guard WAVHeader.length + count * 2 <= size else { throw Refusal("the file is truncated") }
    return count
  }
}
