import Bridge
import Synchronization
import Wire

/// A clock that the test moves.
final class TestClock: Sendable {
  static let start = Timestamp(milliseconds: 1_795_953_600_000)  // 2026-11-29T12:00:00Z

  private let moment = Mutex(TestClock.start)

  var now: Timestamp { moment.withLock { $0 } }

  func advance(_ duration: Duration) { moment.withLock { $0 = $0 + duration } }

  var wallClock: WallClock { WallClock(now: { self.now }, isSynced: { true }) }
}
