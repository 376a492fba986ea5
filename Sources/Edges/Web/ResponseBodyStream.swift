import Glibc
import Synchronization

/// The chunks of one response body, on their way to one client.
///
/// libmicrohttpd's thread reads from it; the task that answers the request fills it. While there is
/// nothing to read, the connection is suspended. The caller that changes that resumes it under the lock, so
/// that it is resumed once, and only while suspended. libmicrohttpd calls back without holding any
/// lock that ``Connection/resume()`` needs, so the lock order is always ours, then libmicrohttpd's.
final class ResponseBodyStream: Sendable {
  private struct State {
    /// The bytes that libmicrohttpd has not read yet.
    var unread: ArraySlice<UInt8> = []
    /// The connection, while it is suspended for want of bytes.
    var suspended: Connection?
    /// The client's socket while the response is being sent.
    var socket: Int32?
    /// No more chunks follow.
    var isFinished = false
    /// The connection was broken off in the middle of the body.
    var isBroken = false
    /// libmicrohttpd has finished with the response.
    var hasEnded = false
    /// The task that waits until the client has read everything.
    var writer: CheckedContinuation<Bool, Never>?

    var isOpen: Bool { !isFinished && !isBroken && !hasEnded }

    mutating func resume() {
      suspended?.resume()
      suspended = nil
    }
  }

  private let state = Mutex(State())

  // MARK: Any thread

  /// Waits until the client has read every chunk.
  ///
  /// - Returns: Whether to go on; `false` if the client has gone.
  func waitUntilRead() async -> Bool {
    await withCheckedContinuation { continuation in
      let answer: Bool? = state.withLock { state in
        if !state.isOpen { return false }
        if state.suspended != nil { return true }
        state.writer = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Sends a chunk; the one before must have been read.
  func send(_ chunk: [UInt8]) {
    state.withLock { state in
      guard state.isOpen, !chunk.isEmpty else { return }
      state.unread = chunk[...]
      state.resume()
    }
  }

  /// Ends the body after the chunks sent so far.
  func finish() {
    state.withLock { state in
      state.isFinished = true
      state.resume()
    }
  }

  /// Closes the connection in the middle of the body, whatever libmicrohttpd is waiting for.
  func breakOff() {
    state.withLock { state in
      guard !state.isBroken, !state.hasEnded else { return }
      state.isBroken = true
      state.unread = []
      if let socket = state.socket { shutdown(socket, Int32(SHUT_RDWR)) }
      state.resume()
    }
  }

  // MARK: libmicrohttpd's thread

  /// Marks the start of the response.
  func begin(on socket: Int32) {
    state.withLock { $0.socket = socket }
  }

  /// The result of a read.
  enum Portion {
    case bytes(Int)
    case nothingYet
    case end
    case broken
  }

  /// Moves unread bytes into `buffer`, or suspends `connection` until there are some.
  func read(into buffer: UnsafeMutableRawBufferPointer, for connection: Connection) -> Portion {
    let (portion, writer) = state.withLock { state in
      if state.isBroken { return (Portion.broken, CheckedContinuation<Bool, Never>?.none) }
      if !state.unread.isEmpty {
        let part = state.unread.prefix(buffer.count)
        unsafe buffer.copyBytes(from: part)
        state.unread = state.unread.dropFirst(part.count)
        return (.bytes(part.count), nil)
      }
      if state.isFinished { return (.end, nil) }
      connection.suspend()
      state.suspended = connection
      defer { state.writer = nil }
      return (.nothingYet, state.writer)
    }
    writer?.resume(returning: true)
    return portion
  }

  /// Marks the end of the response, which may never have begun.
  func end() {
    let writer = state.withLock { state in
      defer {
        state.writer = nil
        state.socket = nil
        state.unread = []
        state.hasEnded = true
      }
      return state.writer
    }
    writer?.resume(returning: false)
  }
}
