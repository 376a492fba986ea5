import Glibc
import Interop
import Synchronization

/// A file without a name for clips.
///
/// What the program holds in its own memory has to stay there; the pages of a file the kernel may drop
/// when it has better use for them. The file goes with the last clip in it.
public final class ClipFile: Sendable {
  private let file: FileDescriptor
  /// Where the next clip begins, in bytes.
  private let end = Mutex(0)

  /// Makes the file.
  ///
  /// - Parameter folder: A folder on a disk, with room for the clips.
  /// - Throws: ``AudioError`` if there can be no file.
  public init(in folder: String) throws(AudioError) {
    var path = Array("\(folder)/clips.XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&path)
    guard descriptor >= 0 else {
      throw AudioError(
        step: "make a file for clips in \(folder)", cause: SystemError.last("make a file"),
        hint: "name a folder that can be written to")
    }
    unsafe unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    file = FileDescriptor(owning: descriptor)
  }

  /// Writes a clip into the file; any thread may.
  ///
  /// - Parameter clip: The clip.
  /// - Returns: Where it is.
  /// - Throws: ``AudioError`` if there is no room.
  public func keep(_ clip: Clip) throws(AudioError) -> StoredClip {
    let bytes = SoundFile.bytes(of: clip.samples)
    do {
      return try end.withLock { end in
        guard lseek(file.rawValue, end, SEEK_SET) == end else { throw SystemError.last("seek") }
        try file.write(bytes)
        defer { end += bytes.count }
        return StoredClip(frames: clip.samples.count, file: self, offset: end)
      }
    } catch {
      throw AudioError(
        step: "keep a clip in a file", cause: error, hint: "see to the room that is left there")
    }
  }

  /// Reads samples; any thread may.
  ///
  /// Corresponds to `pread`.
  func read(_ samples: UnsafeMutableBufferPointer<Int16>, at offset: Int) throws(AudioError) {
    let bytes = UnsafeMutableRawBufferPointer(samples)
    var done = 0
    while done < bytes.count {
      let count = unsafe pread(
        file.rawValue, bytes.baseAddress?.advanced(by: done), bytes.count - done, offset + done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let cause: any Error = count < 0 ? SystemError.last("read") : Refusal("the file is cut off")
        throw AudioError(
          step: "read a clip from the file of clips", cause: cause, hint: "see to the disk")
      }
      done += count
    }
  }
}
