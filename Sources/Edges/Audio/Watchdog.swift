/// Gives a stuck device up.
///
/// A turn counts for ``longestTurn`` at most: what is longer was the sleep of the computer, or
/// others' use of the processor, and says nothing about the device.
struct Watchdog {
  /// Without progress for so long, a device counts as stuck.
  static let patience = Duration.seconds(2)
  /// Far more than the longest wait in one turn.
  static let longestTurn = Duration.milliseconds(100)
  /// So many faults without progress are too many.
  static let mostFaults = 200

  private let time: Time
  private var turn: Duration
  private var stalled = Duration.zero
  private var untilEnd: Duration?
  private var faults = 0

  init(_ time: Time) {
    self.time = time
    turn = time.now()
  }

  /// Says that the device has come further.
  mutating func noteProgress() { (stalled, faults) = (.zero, 0) }

  /// Says that the device stopped by a fault, so that its end is no longer to be expected.
  mutating func noteFault() { (faults, untilEnd) = (faults + 1, nil) }

  /// Says when the device should be through, unless that was said before.
  ///
  /// - Parameter frames: What it has yet to play.
  mutating func expectEnd(after frames: Int) {
    untilEnd = untilEnd ?? Sample.duration(of: frames) + Self.patience
  }

  /// Begins to wait anew, after others used the device.
  mutating func startAgain() { self = Watchdog(time) }

  /// Ends a turn.
  ///
  /// - Throws: `Refusal` if the device is stuck.
  mutating func check() throws(Refusal) {
    let now = time.now()
    let spent = min(now - turn, Self.longestTurn)
    turn = now
    stalled += spent
    untilEnd = untilEnd.map { $0 - spent }
    guard stalled < Self.patience, faults < Self.mostFaults else {
      throw Refusal("no progress for 2 s")
    }
    guard untilEnd ?? .zero >= .zero else { throw Refusal("the end is overdue by 2 s") }
  }
}
