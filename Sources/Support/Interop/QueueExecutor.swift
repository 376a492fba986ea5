import Dispatch

/// A serial queue as the home of one actor, so that its blocking calls hold up nobody else.
///
/// Swift's own threads are as few as the processor's cores: one call that blocks there stops every
/// other task. A queue gets a thread of its own for as long as it is busy.
public final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Makes the queue.
  ///
  /// - Parameter label: The queue's name, as debuggers show it.
  public init(label: String) { queue = DispatchQueue(label: label) }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
