import Service
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A signal` {
  @Test func `lets the next wait return at once, however often it was notified`() async {
    let signal = AsyncSignal()
    for _ in 1...3 { signal.notify() }
    await signal.wait()
    // A second wait would last for ever without a notification; the limit ends it.
    #expect(
      await duration(of: { await signal.wait(atMost: .milliseconds(30)) }) >= .milliseconds(30))
  }

  @Test func `wakes a waiting task`() async {
    let signal = AsyncSignal()
    let (passes, continuation) = AsyncStream<Int>.makeStream()
    await withTaskGroup { group in
      group.addTask {
        for number in 1...100 {
          await signal.wait()
          continuation.yield(number)
        }
      }
      var passes = passes.makeAsyncIterator()
      for number in 1...100 {
        signal.notify()
        #expect(await passes.next() == number)
      }
    }
  }

  @Test func `loses no notification among many threads`() async {
    let signal = AsyncSignal()
    await withTaskGroup { group in
      for _ in 1...4 { group.addTask { for _ in 1...1000 { signal.notify() } } }
      group.addTask { await signal.wait() }
      await group.waitForAll()
      signal.notify()
      await signal.wait()
    }
  }

  @Test func `lets a cancelled task go, and works for the next`() async {
    let signal = AsyncSignal()
    await withTaskGroup { group in
      group.addTask { await signal.wait() }
      group.cancelAll()
    }
    #expect(
      await duration(of: { await signal.wait(atMost: .milliseconds(30)) }) >= .milliseconds(30))
    signal.notify()
    await signal.wait()
  }

  @Test func `waits its whole limit each time without a notification`() async {
    let signal = AsyncSignal()
    for _ in 1...3 {
      #expect(
        await duration(of: { await signal.wait(atMost: .milliseconds(30)) }) >= .milliseconds(30))
    }
  }

  @Test func `ends a wait with a limit`() async {
    let signal = AsyncSignal()
    await withTaskGroup { group in
      group.addTask { await signal.wait(atMost: .seconds(3600)) }
      signal.notify()
    }
  }

  private func duration(of body: () async -> Void) async -> Duration {
    await ContinuousClock().measure(body)
  }
}
