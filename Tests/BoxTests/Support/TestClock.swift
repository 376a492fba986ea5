import Box
import Synchronization
import Wire

/// A clock that the test moves.
final class TestClock: Sendable {
  static let start = Timestamp(milliseconds: 1_795_953_600_000)  // 2026-11-29T12:00:00Z

  private struct State {
    var wall = TestClock.start
    var uptime = Duration.seconds(1000)
    var isSynced = true
  }

  private let state = Mutex(State())

  var now: Timestamp { state.withLock { $0.wall } }
  var uptime: Duration { state.withLock { $0.uptime } }

  /// Lets time pass.
  func advance(_ duration: Duration) {
    state.withLock { state in
      state.wall = state.wall + duration
      state.uptime += duration
    }
  }

  /// Sets the wall clock, as a time service or a person does.
  func set(_ wall: Timestamp, isSynced: Bool = true) {
    state.withLock { ($0.wall, $0.isSynced) = (wall, isSynced) }
  }

  var boxClock: BoxClock {
    BoxClock(
      now: { self.now }, uptime: { self.uptime },
      isSynced: { self.state.withLock { $0.isSynced } })
  }
}
