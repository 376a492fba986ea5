import Glibc
import Interop

/// What makes a waiting link look up: its socket, new work, or the wish to end.
struct SocketWaiter {
  let wakeup: Wakeup
  let stop: StopSignal

  /// Whether the run is to end.
  var isStopRequested: Bool { stop.isRequested }

  /// Waits until `socket` is ready, somebody wakes it, or the time is over.
  ///
  /// - Returns: What of `interest` the socket is ready for, errors included, and whether it was woken.
  func wait(for socket: Int32, _ interest: Int16, atMost time: Duration) -> (Int16, Bool) {
    let (ready, isWoken) = wakeup.wait(
      for: socket, interest, atMost: Int32(clamping: time.milliseconds))
    if isWoken { wakeup.clear() }
    return (ready, isWoken)
  }

  /// Waits for the length of `time`, or until the run is to end.
  func pause(for time: Duration) {
    let end = ContinuousClock.now + time
    while !isStopRequested, ContinuousClock.now < end {
      _ = wait(for: -1, 0, atMost: end - .now)
    }
  }
}
