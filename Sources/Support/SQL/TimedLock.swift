import Dispatch
import Synchronization

/// A lock that serves callers in their order of arrival and bounds how long each waits.
///
/// First come, first served, so that one thread that takes it again and again cannot starve the others
/// beyond their bound.
final class TimedLock: Sendable {
  private struct State {
    var heldSince: ContinuousClock.Instant?
    var waiting: [DispatchSemaphore] = []
  }

  private let state = Mutex(State())

  /// Takes the lock.
  ///
  /// If it has already been held for longer than `patience`, the call throws at once.
  ///
  /// - Parameter patience: The longest wait.
  /// - Throws: ``DatabaseBusy`` if it was not released in time.
  func acquire(patience: Duration) throws(DatabaseBusy) {
    let turn = DispatchSemaphore(value: 0)
    let isHeld = try state.withLock { (state) throws(DatabaseBusy) in
      guard let since = state.heldSince else {
        state.heldSince = .now
        return false
      }
      if .now - since >= patience { throw DatabaseBusy(duration: .now - since) }
      state.waiting.append(turn)
      return true
    }
    guard isHeld, turn.wait(timeout: .now() + patience / .seconds(1)) == .timedOut else { return }
    try state.withLock { (state) throws(DatabaseBusy) in
      // It may have been handed to us just after the wait ended.
      guard let place = state.waiting.firstIndex(where: { $0 === turn }) else { return }
      state.waiting.remove(at: place)
      throw DatabaseBusy(duration: state.heldSince.map { .now - $0 } ?? .zero)
    }
  }

  /// Hands the lock to the first waiting caller, if there is one.
  func release() {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.heldSince = nil
        return
      }
      state.heldSince = .now
      state.waiting.removeFirst().signal()
    }
  }
}
