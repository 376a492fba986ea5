/// A thread for calls that block, one at a time: they hold up nobody but each other.
public actor BlockingExecutor {
  private let executor: QueueExecutor
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Makes the thread.
  ///
  /// - Parameter label: Its name, as debuggers show it.
  public init(label: String) { executor = QueueExecutor(label: label) }

  /// Does a piece of work there.
  ///
  /// - Parameter body: The work; it is given the bench, whose thread it keeps to.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func work<Result: Sendable, Failure: Error>(
    _ body: @Sendable (isolated BlockingExecutor) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await body(self)
  }
}
