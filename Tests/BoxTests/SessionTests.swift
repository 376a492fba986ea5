import Box
import TestKit
import Testing
import Wire

/// A box can get a new card, and with it an empty journal: what it says must not look old then.
@Suite(.timeLimit(.minutes(1))) struct `The number of a connection` {
  @Test func `is higher than all before when the journal is lost`() async throws {
    let clock = TestClock()
    let last = try await withTemporaryFolder { folder in
      let box = try TestBox(folder, clock: clock)
      for _ in 1...20 { _ = try box.journal.nextConnectionNumber() }
      return try box.journal.nextConnectionNumber()
    }
    clock.advance(.seconds(60))
    try await withTemporaryFolder { folder in
      let box = try TestBox(folder, clock: clock)
      #expect(try box.journal.nextConnectionNumber() > last)
    }
  }

  @Test func `grows though the clock is set back`() async throws {
    try await withTemporaryFolder { folder in
      let box = try TestBox(folder)
      let first = try box.journal.nextConnectionNumber()
      box.clock.set(TestClock.start + .seconds(-86_400))
      #expect(try box.journal.nextConnectionNumber() == first + 1)
    }
  }
}
