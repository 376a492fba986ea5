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
  /// Corresponds to `poll`.
  ///
  /// - Parameters:
  ///   - descriptor: A descriptor; −1 for none.
  ///   - time: The longest wait; `nil` for no limit.
  /// - Returns: What came for the descriptor, such as `POLLIN`; zero for anything else.
  func wait(for descriptor: Int32, atMost time: Duration? = nil) -> Int32 {
    var entries = [
      pollfd(fd: wakeup.rawValue, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let limit = time.map { Int32(clamping: Int64($0 / .milliseconds(1)) + 1) } ?? -1
    guard unsafe poll(&entries, nfds_t(entries.count), limit) > 0 else { return 0 }
    return Int32(entries[1].revents)
  }

  /// Waits for the length of `time`, or until the watch is to end.
  func pause(for time: Duration) {
    let end = ContinuousClock.now + time
    while !isRequested, ContinuousClock.now < end { _ = wait(for: -1, atMost: end - .now) }
  }
}
