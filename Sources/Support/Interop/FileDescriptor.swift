import CLinux
import Dispatch
import Glibc

/// An open file, pipe or socket, closed when its last owner drops it.
public final class FileDescriptor: Sendable {
  /// The kernel's number for it.
  public let rawValue: Int32

  /// Takes ownership of an open descriptor.
  ///
  /// - Parameter rawValue: The descriptor, which nothing else may close.
  public init(owning rawValue: Int32) { self.rawValue = rawValue }

  deinit { close(rawValue) }

  /// Opens a file.
  ///
  /// Corresponds to `open` with `O_CLOEXEC`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - create: Whether to create or truncate it for writing; otherwise it is opened for reading.
  /// - Returns: The open file.
  /// - Throws: ``SystemError``.
  public static func open(
    _ path: String, create: Bool = false
  ) throws(SystemError) -> FileDescriptor {
    let flags = (create ? O_WRONLY | O_CREAT | O_TRUNC : O_RDONLY) | O_CLOEXEC
    let descriptor = unsafe Glibc.open(path, flags, 0o644)
    guard descriptor >= 0 else { throw .last(create ? "write \(path)" : "read \(path)") }
    return FileDescriptor(owning: descriptor)
  }

  /// A duplicate of one of this process's standard streams.
  ///
  /// - Parameter number: 0, 1 or 2.
  /// - Returns: The duplicate.
  public static func standard(_ number: Int32) -> FileDescriptor {
    FileDescriptor(owning: fcntl(number, F_DUPFD_CLOEXEC, 3))
  }

  /// Creates a pipe that children do not inherit by default.
  ///
  /// Corresponds to `pipe2` with `O_CLOEXEC`.
  ///
  /// - Returns: The read end and the write end.
  /// - Throws: ``SystemError``, most likely `EMFILE`.
  public static func pipe() throws(SystemError) -> (
    reading: FileDescriptor, writing: FileDescriptor
  ) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { throw .last("create a pipe") }
    return (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
  }

  /// Reads at most `count` available bytes, waiting for the first.
  ///
  /// - Parameter count: The most bytes to read.
  /// - Returns: The bytes; empty at the end of the stream.
  /// - Throws: ``SystemError``.
  public func read(atMost count: Int = 65_536) throws(SystemError) -> [UInt8] {
    var length = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      repeat {
        length = unsafe Glibc.read(rawValue, buffer.baseAddress, count)
      } while length < 0
        && errno == EINTR
      initialized = max(0, length)
    }
    guard length >= 0 else { throw .last("read from descriptor \(rawValue)") }
    return bytes
  }

  /// Reads to the end of the stream, on a thread of its own.
  ///
  /// - Returns: All bytes until the end, or until reading failed.
  public func readToEnd() async -> [UInt8] {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "read to end").async { [self] in
        var all: [UInt8] = []
        while let bytes = try? read(), !bytes.isEmpty { all += bytes }
        continuation.resume(returning: all)
      }
    }
  }

  /// Writes all of `bytes`, blocking until done.
  ///
  /// - Parameter bytes: The bytes to write.
  /// - Throws: ``SystemError``, `EPIPE` if the reader has gone.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(rawValue, $0.baseAddress, $0.count)
      }
      if written < 0, errno == EINTR { continue }
      guard written >= 0 else { throw .last("write to descriptor \(rawValue)") }
      rest = rest.dropFirst(written)
    }
  }
}
