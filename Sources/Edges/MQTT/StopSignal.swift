import Interop
import Synchronization

/// The wish to end one run of a link, from whatever thread cancels it.
final class StopSignal: Sendable {
  private struct State {
    var isRequested = false
    var isConnecting = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  private let wakeup: Wakeup

  init(waking wakeup: Wakeup) { self.wakeup = wakeup }

  /// Whether the run is to end.
  var isRequested: Bool { state.withLock { $0.isRequested } }

  /// Asks the run to end.
  ///
  /// Looking up a host and opening a connection cannot be interrupted. A thread that is busy with
  /// that is left behind: it drops what it gets, without another word to the owner.
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

  /// Tells that the run has ended.
  func ended() {
    let continuation = state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
    continuation?.resume()
  }

  /// Runs `connect`, which blocks for long.
  ///
  /// - Returns: Whether the run goes on; otherwise nobody waits for it any more.
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
