import Glibc
import Interop
import Synchronization

/// Requests the end of one run of a link, from any thread.
final class StopSignal: Sendable {
  private struct State {
    var isRequested = false
    var isConnecting = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  private let wakeup: Wakeup

  init(waking wakeup: Wakeup) { self.wakeup = wakeup }

  /// Whether a stop was requested.
  var isRequested: Bool { state.withLock { $0.isRequested } }

  /// Requests the end of the run.
  ///
  /// Looking up a host and opening a connection cannot be interrupted. A thread that is busy with
  /// that is abandoned: it drops what it gets and does not call the owner again.
  func request() {
    let abandoned: CheckedContinuation<Void, Never>? = state.withLock { state in
      state.isRequested = true
      guard state.isConnecting else { return nil }
      defer { state.waiting = nil }
      return state.waiting
    }
    abandoned?.resume()
    wakeup.signal()
  }

  /// Waits until the run has ended.
  func wait(starting start: () -> Void) async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.waiting = continuation }
      start()
    }
  }

  /// Records that the run has ended.
  func ended() {
    let continuation = state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
    continuation?.resume()
  }

  /// Runs `connect`, which blocks for long.
  ///
  /// - Returns: Whether the run continues; otherwise it was abandoned.
  func whileConnecting(_ connect: () throws(MQTTError) -> Void) throws(MQTTError) -> Bool {
    guard begin() else { return false }
    let result = Result { () throws(MQTTError) in try connect() }
    guard end() else { return false }
    try result.get()
    return true
  }

  private func begin() -> Bool {
    state.withLock { state in
      state.isConnecting = !state.isRequested
      return state.isConnecting
    }
  }

  private func end() -> Bool {
    state.withLock { state in
      state.isConnecting = false
      return !state.isRequested
    }
  }
}

/// Waits for a socket, new work, or a stop.
struct SocketWaiter {
  let wakeup: Wakeup
  let stop: StopSignal

  /// Whether a stop was requested.
  var isStopRequested: Bool { stop.isRequested }

  /// Waits until `socket` is ready, the link is woken, or the time is over.
  ///
  /// - Returns: What of `interest` the socket is ready for, errors included, and whether it was woken.
  func wait(for socket: Int32, _ interest: Int16, atMost time: Duration) -> (Int16, Bool) {
    let (ready, isWoken) = wakeup.wait(
      for: socket, interest, atMost: Int32(clamping: time.milliseconds))
    if isWoken { wakeup.clear() }
    return (ready, isWoken)
  }

  /// Waits for the length of `time`, or until the run is to end.
  func pause(for time: Duration) {
    let end = ContinuousClock.now + time
    while !isStopRequested, ContinuousClock.now < end {
      _ = wait(for: -1, 0, atMost: end - .now)
    }
  }
}

extension Duration {
  /// Whole milliseconds, rounded up, so that a wait is never too short.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }

  /// Whole seconds, rounded up, as the protocol counts them; at most what four bytes can say.
  var protocolSeconds: UInt32 {
    UInt32(clamping: components.seconds + (components.attoseconds > 0 ? 1 : 0))
  }
}
