import Box
import Glibc
import Synchronization

/// A step of an order's processing at which a debug build dies at once, as in a power cut.
///
/// `KILL_SOUNDBOX_AT=started:2` kills the process with SIGKILL the second time it reaches the step
/// `started`. Tests go through all steps; release builds have no kill points.
enum KillPoint {
  /// The observer that the environment selects.
  static func observer(_ environment: [String: String]) -> StepObserver {
    #if DEBUG
      guard let setting = environment["KILL_SOUNDBOX_AT"]?.split(separator: ":"),
        let step = setting.first.flatMap({ Step(rawValue: String($0)) })
      else { return { _ in } }
      let left = Counter(setting.dropFirst().first.flatMap { Int($0) } ?? 1)
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
