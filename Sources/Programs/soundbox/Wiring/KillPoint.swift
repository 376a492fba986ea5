import Box
import Glibc
import Synchronization

/// A place on an order's way at which a debug build ends at once, as in a power cut.
///
/// `KILL_SOUNDBOX_AT=started:2` kills the process with SIGKILL the second time it reaches the step
/// `started`. The tests go through all steps; a release build has no such place.
enum KillPoint {
  /// An observer for the environment's wish.
  static func observer(_ environment: [String: String]) -> StepObserver {
    #if DEBUG
      guard let wish = environment["KILL_SOUNDBOX_AT"]?.split(separator: ":"),
        let step = wish.first.flatMap({ Step(rawValue: String($0)) })
      else { return { _ in } }
      let left = Counter(wish.dropFirst().first.flatMap { Int($0) } ?? 1)
      return { reached in if reached == step, left.countDown() { kill(getpid(), SIGKILL) } }
    #else
      return { _ in }
    #endif
  }

  #if DEBUG
    private final class Counter: Sendable {
      private let left: Mutex<Int>

      init(_ count: Int) { left = Mutex(count) }

      func countDown() -> Bool {
        left.withLock { left in
          left -= 1
          return left == 0
        }
      }
    }
  #endif
}
