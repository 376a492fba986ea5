import Glibc

/// The operations of an open sound device that playback needs; only ``wait(milliseconds:)`` blocks.
///
/// Used by one task at a time.
protocol PCM: AnyObject {
  /// The device's period, in frames.
  var period: Int { get }

  /// Prepares for the first write, after opening, dropping or a fault.
  func prepare() throws(PCMFault)

  /// Writes as many samples as the buffer has room for.
  ///
  /// - Returns: The number of samples written; 0 if there is no room.
  func write(_ samples: ArraySlice<Int16>) throws(PCMFault) -> Int

  /// Starts playing the written samples.
  func start() throws(PCMFault)

  /// Waits until there is room for a period, or the timeout ends.
  func wait(milliseconds: Int) throws(PCMFault)

  /// The number of written frames that have not left the device.
  func delay() throws(PCMFault) -> Int

  /// The number of written frames in the buffer, without those in a sound server or cable.
  func queued() throws(PCMFault) -> Int

  /// The number of written frames that a fault left unplayed.
  func unplayed() -> Int?

  /// Resumes after the computer was suspended.
  ///
  /// - Returns: False if the caller must try again a little later.
  func resume() throws(PCMFault) -> Bool

  /// Stops at once and discards unplayed frames.
  func drop()
}

/// Why a sound device stopped.
enum PCMFault: Error, Equatable {
  /// The device ran out of samples: `EPIPE`.
  case underrun
  /// The computer was suspended: `ESTRPIPE`.
  case suspended
  /// The device was removed or failed, with the library's message.
  case failed(String)

  /// The fault as text.
  var reason: String {
    switch self {
    case .underrun: "underrun at once"
    case .suspended: "suspended"
    case .failed(let reason): reason
    }
  }
}

/// The clock of playback and the ways to wait on it.
struct PlaybackClock: Sendable {
  /// The time since a fixed moment, including the computer's sleep.
  let now: @Sendable () -> Duration
  /// Blocks the calling thread.
  let pause: @Sendable (Duration) -> Void
  /// Suspends the calling task; throws once it is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void

  static let system = PlaybackClock(
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
