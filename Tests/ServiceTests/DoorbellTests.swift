import Service
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A signal` {
  @Test func `that has rung lets the next one pass, once for all rings`() async {
    let bell = AsyncSignal()
    for _ in 1...3 { bell.ring() }
    await bell.wait()
    // A second wait would last for ever if nobody rang; the limit shows that it is one.
    #expect(await duration(of: { await bell.wait(atMost: .milliseconds(30)) }) >= .milliseconds(30))
  }

  @Test func `wakes the task that waits`() async {
    let bell = AsyncSignal()
    let (passes, continuation) = AsyncStream<Int>.makeStream()
    await withTaskGroup { group in
      group.addTask {
        for number in 1...100 {
          await bell.wait()
          continuation.yield(number)
        }
      }
      var passes = passes.makeAsyncIterator()
      for number in 1...100 {
        bell.ring()
        #expect(await passes.next() == number)
      }
    }
  }

  @Test func `loses no ring among many threads`() async {
    let bell = AsyncSignal()
    await withTaskGroup { group in
      for _ in 1...4 { group.addTask { for _ in 1...1000 { bell.ring() } } }
      group.addTask { await bell.wait() }
      await group.waitForAll()
      bell.ring()
      await bell.wait()
    }
  }

  @Test func `lets a cancelled task go, and works for the next`() async {
    let bell = AsyncSignal()
    await withTaskGroup { group in
      group.addTask { await bell.wait() }
      group.cancelAll()
    }
    #expect(await duration(of: { await bell.wait(atMost: .milliseconds(30)) }) >= .milliseconds(30))
    bell.ring()
    await bell.wait()
  }

  @Test func `waits its whole limit each time nobody rings`() async {
    let bell = AsyncSignal()
    for _ in 1...3 {
      #expect(
        await duration(of: { await bell.wait(atMost: .milliseconds(30)) }) >= .milliseconds(30))
    }
  }

  @Test func `that rings ends a wait with a limit`() async {
    let bell = AsyncSignal()
    await withTaskGroup { group in
      group.addTask { await bell.wait(atMost: .seconds(3600)) }
      bell.ring()
    }
  }

  private func duration(of body: () async -> Void) async -> Duration {
    await ContinuousClock().measure(body)
  }
}
