import Glibc
import Interop
import Synchronization

/// An unnamed temporary file that holds decoded clips.
///
/// Unlike the program's own memory, the kernel can drop a file's pages when memory is short. The file
/// is deleted with the last clip in it.
public final class ClipFile: Sendable {
  private let file: FileDescriptor
  /// The offset of the next clip, in bytes.
  private let end = Mutex(0)

  /// Creates the file.
  ///
  /// - Parameter folder: A folder on a disk, with room for the clips.
  /// - Throws: ``AudioError`` if the file cannot be created.
  public init(in folder: String) throws(AudioError) {
    var path = Array("\(folder)/clips.XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&path)
    guard descriptor >= 0 else {
      throw AudioError(
        step: "create a file for clips in \(folder)", cause: SystemError.last("create a file"),
        hint: "name a writable folder")
    }
    unsafe unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    file = FileDescriptor(owning: descriptor)
  }

  /// Writes a clip into the file; may be called from any thread.
  ///
  /// - Parameter clip: The clip.
  /// - Returns: The stored clip.
  /// - Throws: ``AudioError`` if the disk is full.
  public func add(_ clip: Clip) throws(AudioError) -> StoredClip {
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
        step: "write a clip to a temporary file", cause: error, hint: "check the free space there")
    }
  }

  /// Reads samples; may be called from any thread.
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
        let cause: any Error =
          count < 0 ? SystemError.last("read") : Refusal("the file is truncated")
        throw AudioError(
          step: "read a stored clip", cause: cause, hint: "check the disk")
      }
      done += count
    }
  }
}

/// A clip in a ``ClipFile``.
public struct StoredClip: Sendable {
  /// The number of samples.
  let frames: Int
  private let file: ClipFile
  /// The offset of the first sample, in bytes.
  private let offset: Int

  init(frames: Int, file: ClipFile, offset: Int) {
    self.frames = frames
    self.file = file
    self.offset = offset
  }

  /// Reads the samples.
  ///
  /// - Parameter samples: The buffer, as long as the clip.
  /// - Throws: ``AudioError`` if the file cannot be read.
  func read(into samples: UnsafeMutableBufferPointer<Int16>) throws(AudioError) {
    unsafe try file.read(samples, at: offset)
  }
}

extension StoredClip: Equatable {
  public static func == (left: StoredClip, right: StoredClip) -> Bool {
    left.file === right.file && left.offset == right.offset && left.frames == right.frames
  }
}
