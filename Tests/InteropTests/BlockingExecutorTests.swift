import Dispatch
import Interop
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A blocking executor` {
  private struct Broken: Error {}

  @Test func `runs its work on its own queue, and returns the result`() async {
    let executor = BlockingExecutor(label: "test")
    let answer = await executor.work { _ in
      executor.preconditionIsolated()
      return 7
    }
    #expect(answer == 7)
    await #expect(throws: Broken.self) { try await executor.work { _ in throw Broken() } }
  }
}

@Suite(.timeLimit(.minutes(1))) struct `A queue executor` {
  actor Worker {
    private let executor = QueueExecutor(label: "worker")
    private var count = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor {
      unsafe executor.asUnownedSerialExecutor()
    }

    func increment() -> Int {
      count += 1
      return count
    }

    /// Blocks its thread until `semaphore` is signalled.
    func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

    func checkIsolation() { preconditionIsolated() }
  }

  @Test func `runs one call of its actor at a time`() async {
    let worker = Worker()
    await withTaskGroup { group in
      for _ in 0..<1000 { group.addTask { _ = await worker.increment() } }
    }
    #expect(await worker.increment() == 1001)
  }

  @Test func `delays nothing else while its actors block`() async {
    let semaphore = DispatchSemaphore(value: 0)
    await withTaskGroup { group in
      // More than Swift has threads.
      for _ in 0..<16 { group.addTask { await Worker().wait(for: semaphore) } }
      await Worker().checkIsolation()
      for _ in 0..<16 { semaphore.signal() }
    }
  }

  @Test func `recognizes its own actor`() async {
    await Worker().checkIsolation()
  }
}
