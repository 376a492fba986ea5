import Glibc
import Interop
import Synchronization

/// The wish to end one watch, from whatever thread cancels it.
final class Stop: Sendable {
  private let wakeup: Wakeup
  private let requested = Atomic(false)

  init() throws(SystemError) { wakeup = try Wakeup() }

  /// Whether the watch is to end.
  var isRequested: Bool { requested.load(ordering: .acquiring) }

  /// Asks the watch to end; whoever waits looks up.
  func request() {
    requested.store(true, ordering: .releasing)
    wakeup.signal()
  }

  /// Waits until `descriptor` is readable or broken, the watch is to end, or the time is over.
  ///
  /// - Parameters:
  ///   - descriptor: A descriptor; −1 for none.
  ///   - time: The longest wait; `nil` for no limit.
  /// - Returns: What came for the descriptor, such as `POLLIN`; zero for anything else.
  func wait(for descriptor: Int32, atMost time: Duration? = nil) -> Int32 {
    let limit = time.map { Int32(clamping: Int64($0 / .milliseconds(1)) + 1) } ?? -1
    return Int32(wakeup.wait(for: descriptor, Int16(POLLIN), atMost: limit).ready)
  }

  /// Waits for the length of `time`, or until the watch is to end.
  func pause(for time: Duration) {
    let end = ContinuousClock.now + time
    while !isRequested, ContinuousClock.now < end { _ = wait(for: -1, atMost: end - .now) }
  }
}
