import Synchronization

/// Wakes one waiting task; notifications before it waits count as one.
///
/// Any thread may notify; one task at a time may wait.
public final class AsyncSignal: Sendable {
  // Not an `AsyncStream`: cancelling a task that waits for one ends the stream for good, and every
  // wait with a limit cancels a task.
  private enum State {
    case idle
    case notified
    case awaited(CheckedContinuation<Void, Never>)
  }

  private let state = Mutex(State.idle)

  /// Makes a signal without a pending notification.
  public init() {}

  /// Wakes the task now, or lets its next wait return at once.
  public func notify() {
    if let waiting = takeWaiting(orBecome: .notified) { waiting.resume() }
  }

  /// Waits for a notification or the task's cancellation.
  public func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if !begin(continuation) { continuation.resume() }
      }
    } onCancel: {
      if let waiting = takeWaiting(orBecome: nil) { waiting.resume() }
    }
  }

  /// Waits for a notification, up to a time limit.
  ///
  /// - Parameter limit: The longest time to wait.
  public func wait(atMost limit: Duration) async {
    await withTaskGroup { group in
      group.addTask { await self.wait() }
      group.addTask { try? await Task.sleep(for: limit) }
      await group.next()
      group.cancelAll()
    }
  }

  /// Keeps the continuation if the task must wait, and tells whether it must.
  private func begin(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    state.withLock { state in
      // Checked under the lock, so that a later cancellation finds the continuation.
      if Task.isCancelled { return false }
      switch state {
      case .idle: state = .awaited(continuation)
      case .notified:
        state = .idle
        return false
      case .awaited: preconditionFailure("two tasks wait for one signal")
      }
      return true
    }
  }

  private func takeWaiting(orBecome other: State?) -> CheckedContinuation<Void, Never>? {
    state.withLock { state in
      if case .awaited(let continuation) = state {
        state = .idle
        return continuation
      }
      if let other { state = other }
      return nil
    }
  }
}
