import Glibc
import Synchronization

/// A body of unknown length on its way to one client.
///
/// libmicrohttpd's thread takes from it, any other thread adds to it. While there is nothing to take
/// the connection is suspended; whoever changes that resumes it, under the lock, so that it is
/// resumed once and only while it is suspended. libmicrohttpd takes no lock of its own around its
/// callbacks that ``Connection/resume()`` needs, so the order of locks is always ours, then its.
final class ResponseBodyStream: Sendable {
  private struct State {
    var backlog = Backlog()
    /// The connection, while it is suspended for want of bytes.
    var suspended: Connection?
    /// The socket, from the response's beginning to its end.
    var socket: Int32?
    /// Nothing is to follow the backlog.
    var isFinished = false
    /// The client has gone, or is to go.
    var isBroken = false
    /// Nothing of this is to be used any more.
    var hasEnded = false
    /// Who waits until the client wants more.
    var source: CheckedContinuation<Bool, Never>?

    var isOpen: Bool { !isFinished && !isBroken && !hasEnded }

    mutating func resume() {
      suspended?.resume()
      suspended = nil
    }

    /// Makes libmicrohttpd give up the connection, whatever it waits for.
    mutating func breakOff() {
      guard !isBroken, !hasEnded else { return }
      isBroken = true
      backlog = Backlog()
      if let socket { shutdown(socket, Int32(SHUT_RDWR)) }
      resume()
    }
  }

  /// Whether a client that goes away is to be noticed even if there is nothing to send.
  let isWatched: Bool
  private let unreadLimit: Int
  private let onClose: @Sendable () -> Void
  private let state = Mutex(State())

  init(unreadLimit: Int, isWatched: Bool, onClose: @escaping @Sendable () -> Void) {
    self.unreadLimit = unreadLimit
    self.isWatched = isWatched
    self.onClose = onClose
  }

  // MARK: Any thread

  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Adds to what waits for the client.
  ///
  /// - Returns: Whether more may follow; `false` also if this was too much, and the client is dropped.
  func append(_ bytes: [UInt8]) -> Bool {
    state.withLock { state in
      guard state.isOpen else { return false }
      guard state.backlog.count + bytes.count <= unreadLimit else {
        state.breakOff()
        return false
      }
      state.backlog.append(bytes)
      if !bytes.isEmpty { state.resume() }
      return true
    }
  }

  /// Lets nothing follow what waits already.
  func finish() {
    state.withLock { state in
      state.isFinished = true
      state.resume()
    }
  }

  /// Ends the connection in the middle of the body.
  func breakOff() { state.withLock { $0.breakOff() } }

  /// Waits until the client has taken everything.
  ///
  /// - Returns: Whether there is still a client.
  func isHungry() async -> Bool {
    await withCheckedContinuation { continuation in
      let answer: Bool? = state.withLock { state in
        if !state.isOpen { return false }
        if state.suspended != nil { return true }
        state.source = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  // MARK: libmicrohttpd's thread

  /// The response is about to begin.
  func begin(on socket: Int32) {
    state.withLock { state in
      precondition(state.socket == nil && !state.hasEnded, "a stream serves one response only")
      state.socket = socket
    }
  }

  /// What to hand to libmicrohttpd.
  enum Portion {
    case bytes(Int)
    case nothingYet
    case end
    case broken
  }

  /// Moves what there is into `buffer`, or suspends `connection` until there is something.
  func take(into buffer: UnsafeMutableRawBufferPointer, for connection: Connection) -> Portion {
    let (portion, source) = state.withLock { state in
      if state.isBroken { return (Portion.broken, CheckedContinuation<Bool, Never>?.none) }
      if !state.backlog.isEmpty {
        return (.bytes(unsafe state.backlog.move(to: buffer)), nil)
      }
      if state.isFinished { return (.end, nil) }
      connection.suspend()
      state.suspended = connection
      defer { state.source = nil }
      return (.nothingYet, state.source)
    }
    source?.resume(returning: true)
    return portion
  }

  /// The response has ended, or will never begin.
  func end() {
    let (source, isFirst) = state.withLock { state in
      defer {
        state.source = nil
        state.socket = nil
        state.backlog = Backlog()
        state.hasEnded = true
      }
      return (state.source, !state.hasEnded)
    }
    source?.resume(returning: false)
    if isFirst { onClose() }
  }
}
