import Dispatch

/// Runs blocking calls one at a time on a queue of its own, so that they delay only each other.
public actor BlockingExecutor {
  private let executor: QueueExecutor
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Creates the queue.
  ///
  /// - Parameter label: The queue's name, as debuggers show it.
  public init(label: String) { executor = QueueExecutor(label: label) }

  /// Runs a piece of work on the queue.
  ///
  /// - Parameter body: The work, isolated to this executor.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func work<Result: Sendable, Failure: Error>(
    _ body: @Sendable (isolated BlockingExecutor) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await body(self)
  }
}

/// A serial queue that runs one actor, so that the actor's blocking calls delay nothing else.
///
/// Swift's pool has only as many threads as the processor has cores, so blocking calls there stop all
/// other tasks. A queue has a thread of its own for as long as it is busy.
public final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Creates the queue.
  ///
  /// - Parameter label: The queue's name, as debuggers show it.
  public init(label: String) { queue = DispatchQueue(label: label) }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
