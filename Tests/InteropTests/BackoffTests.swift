import Interop
import Testing

@Suite struct `Backoff waits` {
  /// A reproducible generator (SplitMix64).
  struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `double their bound up to the limit, and are at least a tenth of it`(
    seed: UInt64
  ) {
    var backoff = Backoff(
      base: .seconds(1), limit: .seconds(60), generator: Seeded(state: seed))
    for bound in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
      let wait = backoff.next()
      #expect(wait <= .seconds(bound))
      #expect(wait >= .milliseconds(bound * 100))
    }
  }

  @Test func `differ from box to box`() {
    let waits = (1...100 as ClosedRange<UInt64>).map { seed in
      var backoff = Backoff(generator: Seeded(state: seed))
      return backoff.next()
    }
    #expect(Set(waits).count == 100)
  }

  @Test func `stay within bounds forever`() {
    var backoff = Backoff(
      base: .milliseconds(3), limit: .seconds(60), generator: Seeded(state: 7))
    for _ in 1...1000 {
      let wait = backoff.next()
      #expect(wait > .zero && wait <= .seconds(60))
    }
  }

  @Test func `start over after a reset`() {
    var backoff = Backoff(base: .seconds(1), limit: .seconds(60))
    for _ in 1...10 { _ = backoff.next() }
    backoff.reset()
    #expect(backoff.next() <= .seconds(1))
  }

  @Test func `never exceed the limit, even if the base does`() {
    var backoff = Backoff(base: .seconds(10), limit: .seconds(2))
    #expect(backoff.next() <= .seconds(2))
  }
}
