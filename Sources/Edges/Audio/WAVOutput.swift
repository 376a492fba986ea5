import Glibc
import Interop

/// The output that appends to one WAV file, which is valid and on disk after each announcement.
///
/// It doesn't wait for real time. A file that exists is continued; what a crash left of an unfinished
/// announcement is cut off. Nobody else may write the file meanwhile.
public actor WAVOutput: SoundOutput {
  private let path: String
  private let executor = QueueExecutor(label: "wav output")
  private let gauge: OutputStatus

  public nonisolated var condition: SoundCondition { gauge.condition }

  /// Makes the output; the file is opened for each announcement anew.
  ///
  /// - Parameter path: The file.
  public init(path: String) {
    self.path = path
    gauge = OutputStatus(device: "wav:\(path)")
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Appends a sound, all of it or nothing: no time passes in which it could be cut.
  ///
  /// - Parameters:
  ///   - sound: The sound.
  ///   - promptly: Of no meaning here, as nothing is put between two announcements.
  ///   - controls: The gain at this moment, and whether the sound is to be left out.
  /// - Returns: Whether it was appended.
  /// - Throws: ``AudioError``, or `CancellationError`.
  public func play(
    _ sound: Sound, promptly: Bool, under controls: Controls
  ) async throws -> PlaybackResult {
    try Task.checkCancellation()
    let wish = controls.wish
    guard wish.cut == nil else { return .cut }
    try noting { () throws(AudioError) in try append(wish.gain.applied(to: sound.samples)) }
    return .whole
  }

  public func check() async throws {
    try noting { () throws(AudioError) in try append([]) }
  }

  public func idle() async { await Time.system.waitForCancellation() }

  private func noting(_ work: () throws(AudioError) -> Void) throws(AudioError) {
    do {
      try work()
      gauge.note(.idle)
    } catch {
      gauge.note(.unavailable(error.reason))
      throw error
    }
  }

  private func append(_ samples: [Int16]) throws(AudioError) {
    let step = "append to \(path)"
    do {
      let file = try SoundFile.openFile(path, O_RDWR | O_CREAT, step)
      let present = try frames(in: file)
      let frames = present + samples.count
      guard frames * 2 <= WAVHeader.mostData else { throw Refusal("a WAV file holds at most 4 GB") }
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

  /// How many frames the file holds as far as its header counts them; a new file gets a header.
  private func frames(in file: FileDescriptor) throws -> Int {
    let size = lseek(file.rawValue, 0, SEEK_END)
    guard lseek(file.rawValue, 0, SEEK_SET) == 0 else { throw SystemError.last("seek") }
    guard size > 0 else {
      try file.write(WAVHeader.bytes(frames: 0))
      return 0
    }
    let bytes = try file.read(atMost: WAVHeader.length)
    let count = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) } / 2
    guard bytes == WAVHeader.bytes(frames: count) else { throw Refusal("not a file of ours") }
    guard WAVHeader.length + count * 2 <= size else { throw Refusal("the file is cut off") }
    return count
  }
}
