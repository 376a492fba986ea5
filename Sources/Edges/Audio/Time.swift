import Glibc

/// The clock that playing goes by, and how to wait on a queue of one's own.
struct Time: Sendable {
  /// The time since some fixed moment, which also runs while the computer sleeps.
  let now: @Sendable () -> Duration
  /// Blocks the calling thread.
  let pause: @Sendable (Duration) -> Void
  /// Suspends the calling task; throws once that is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void

  static let system = Time(
    now: { start.duration(to: .now) },
    pause: { duration in
      let (seconds, attoseconds) = duration.components
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      unsafe nanosleep(&time, nil)
    },
    sleep: { try await Task.sleep(for: $0) })

  private static let start = ContinuousClock.now

  /// Suspends the calling task until it is cancelled.
  func waitForCancellation() async {
    while (try? await sleep(.seconds(3_600))) != nil {}
  }
}
