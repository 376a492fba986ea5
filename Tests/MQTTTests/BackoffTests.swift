import MQTT
import Testing

@Suite struct `Back-off` {
  @Test func `doubles its bound up to the cap`() {
    var backoff = MQTTBackoff(generator: Highest())
    let waits = (1...9).map { _ in backoff.next() }
    #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
  }

  @Test func `may wait for nothing at all`() {
    var backoff = MQTTBackoff(generator: Lowest())
    #expect((1...9).allSatisfy { _ in backoff.next() == .zero })
  }

  @Test func `stays between nothing and its bound`() {
    var backoff = MQTTBackoff(
      base: .milliseconds(100), cap: .milliseconds(800), generator: Fixed())
    for bound in [100, 200, 400, 800, 800, 800, 800] {
      #expect((Duration.zero...(.milliseconds(bound))).contains(backoff.next()))
    }
  }

  @Test func `starts again after a connection that stood`() {
    var backoff = MQTTBackoff(generator: Highest())
    _ = (1...5).map { _ in backoff.next() }
    #expect(backoff.next(afterOnline: .seconds(59)) == .seconds(32))
    #expect(backoff.next(afterOnline: .seconds(60)) == .seconds(1))
    #expect(backoff.next() == .seconds(2))
  }

  @Test func `survives years of failures`() {
    var backoff = MQTTBackoff(generator: Highest())
    #expect((1...10_000).map { _ in backoff.next() }.last == .seconds(60))
  }
}
