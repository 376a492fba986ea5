import Synchronization

/// Wakes one waiting task; all rings before the task looks count as one.
///
/// Any thread may ring; one task at a time may wait.
public final class AsyncSignal: Sendable {
  // Not an `AsyncStream`: that ends for good when a task that waits for it is cancelled, and every
  // wait with a limit cancels one.
  private enum State {
    case silent
    case rung
    case awaited(CheckedContinuation<Void, Never>)
  }

  private let state = Mutex(State.silent)

  /// Makes a bell that has not rung.
  public init() {}

  /// Wakes the task, now or when it next waits.
  public func ring() {
    if let waiting = takeWaiting(orBecome: .rung) { waiting.resume() }
  }

  /// Waits for a ring, or until the task is cancelled.
  public func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if !begin(continuation) { continuation.resume() }
      }
    } onCancel: {
      if let waiting = takeWaiting(orBecome: nil) { waiting.resume() }
    }
  }

  /// Waits for a ring, at most for a while.
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

  /// Whether the task must wait; the continuation is kept then.
  private func begin(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    state.withLock { state in
      // Looked at under the lock: a cancellation that comes later finds the continuation.
      if Task.isCancelled { return false }
      switch state {
      case .silent: state = .awaited(continuation)
      case .rung:
        state = .silent
        return false
      case .awaited: preconditionFailure("two tasks wait for one doorbell")
      }
      return true
    }
  }

  private func takeWaiting(orBecome other: State?) -> CheckedContinuation<Void, Never>? {
    state.withLock { state in
      if case .awaited(let continuation) = state {
        state = .silent
        return continuation
      }
      if let other { state = other }
      return nil
    }
  }
}
