/// Wakes one waiting task; all rings before the task looks count as one.
public struct Doorbell: Sendable {
  private let rings: AsyncStream<Void>
  private let button: AsyncStream<Void>.Continuation

  /// Makes a bell that has not rung.
  public init() { (rings, button) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Wakes the task, now or when it next waits.
  public func ring() { button.yield() }

  /// Waits for a ring, or until the task is cancelled.
  public func wait() async { for await _ in rings { return } }

  /// Waits for a ring, at most for a while.
  ///
  /// - Parameter limit: The longest time to wait.
  public func wait(atMost limit: Duration) async {
    await withTaskGroup { group in
      group.addTask { await wait() }
      group.addTask { try? await Task.sleep(for: limit) }
      await group.next()
      group.cancelAll()
    }
  }
}
