/// Detects a stuck device.
///
/// A turn counts for ``longestTurn`` at most: a longer one means that the computer slept or was busy,
/// and says nothing about the device.
struct Watchdog {
  /// A device without progress for this long is stuck.
  static let timeout = Duration.seconds(2)
  /// Much longer than the longest wait in one turn.
  static let longestTurn = Duration.milliseconds(100)
  /// A device with this many faults without progress is stuck.
  static let faultLimit = 200

  private let clock: PlaybackClock
  private var turn: Duration
  private var stalled = Duration.zero
  private var untilEnd: Duration?
  private var faults = 0

  init(_ clock: PlaybackClock) {
    self.clock = clock
    turn = clock.now()
  }

  /// Notes that the device has played more frames.
  mutating func noteProgress() { (stalled, faults) = (.zero, 0) }

  /// Notes a fault, after which the expected end no longer holds.
  mutating func noteFault() { (faults, untilEnd) = (faults + 1, nil) }

  /// Sets when the device should have finished, unless set before.
  ///
  /// - Parameter frames: The frames left to play.
  mutating func expectEnd(after frames: Int) {
    untilEnd = untilEnd ?? Sample.duration(of: frames) + Self.timeout
  }

  /// Starts over, after something else has used the device.
  mutating func restart() { self = Watchdog(clock) }

  /// Ends a turn.
  ///
  /// - Throws: `Refusal` if the device is stuck.
  mutating func check() throws(Refusal) {
    let now = clock.now()
    let spent = min(now - turn, Self.longestTurn)
    turn = now
    stalled += spent
    untilEnd = untilEnd.map { $0 - spent }
    guard stalled < Self.timeout, faults < Self.faultLimit else {
      throw Refusal("no progress for 2 s")
    }
    guard untilEnd ?? .zero >= .zero else { throw Refusal("the end is overdue by 2 s") }
  }
}
