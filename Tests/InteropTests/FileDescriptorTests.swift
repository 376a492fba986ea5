import Dispatch
import Glibc
import Interop
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A file descriptor` {
  @Test func `carries bytes through a pipe, and ends when the writer closes`() throws {
    let reading = try readingEnd(after: [1, 2, 3])
    #expect(try reading.read(atMost: 2) == [1, 2])
    #expect(try reading.read() == [3])
    #expect(try reading.read() == [])
  }

  /// The reading end of a pipe whose writing end has been dropped.
  private func readingEnd(after bytes: [UInt8]) throws -> FileDescriptor {
    let (reading, writing) = try FileDescriptor.pipe()
    try writing.write(bytes)
    return reading
  }

  @Test func `writes more than a pipe holds`() async throws {
    try await withTemporaryFolder { folder in
      let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
      let count = String(bytes.count)
      let child = try ChildProcess("head", ["-c", count], input: .pipe, output: .pipe)
      async let copy = child.output?.readToEnd()
      let input = try #require(child.input)
      // It blocks until the pipe is read, so it must not occupy the reader's thread.
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        DispatchQueue(label: "write").async {
          continuation.resume(with: Result { try input.write(bytes) })
        }
      }
      #expect(await copy == bytes)
      #expect(await child.wait() == .exited(0))
    }
  }

  @Test func `is closed with its last owner`() throws {
    let reading = try FileDescriptor.pipe().reading
    // The writing end has gone, so poll reports a hang-up at once.
    var entry = pollfd(fd: reading.rawValue, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&entry, 1, 0) == 1)
    #expect(entry.revents & Int16(POLLHUP) != 0)
  }

  @Test func `is not inherited by default`() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    #expect(fcntl(reading.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    #expect(fcntl(writing.rawValue, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func `reports what failed`() {
    let error = #expect(throws: SystemError.self) { try FileDescriptor(owning: -1).read() }
    #expect(error == SystemError(code: EBADF, step: "read from descriptor -1"))
    #expect(throws: SystemError(code: EBADF, step: "write to descriptor -1")) {
      try FileDescriptor(owning: -1).write([0])
    }
  }
}
