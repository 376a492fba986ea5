public import Wire

/// A moment by both clocks of the box.
public struct Moment: Sendable, Equatable {
  /// By the wall clock, for receipts, for expiry and for quiet hours; it can jump.
  public var wall: Timestamp
  /// Since the computer was started, sleep included; it never jumps.
  public var uptime: Duration

  /// Takes a moment.
  ///
  /// - Parameters:
  ///   - wall: By the wall clock.
  ///   - uptime: Since the computer was started.
  public init(wall: Timestamp, uptime: Duration) {
    self.wall = wall
    self.uptime = uptime
  }

  /// Whether the wall clock can be right: a computer without a battery starts in 1970.
  public var isPlausible: Bool { wall >= Self.earliest }

  /// 2026-01-01: no box of this protocol is older.
  static let earliest = Timestamp(milliseconds: 1_767_225_600_000)
}

/// What time it is for a box.
public struct BoxClock: Sendable {
  /// The moment by the wall clock.
  public let now: @Sendable () -> Timestamp
  /// The time since the computer was started, sleep included: every timer goes by it.
  public let uptime: @Sendable () -> Duration
  /// Whether the wall clock is synchronized, such as by NTP.
  public let isSynced: @Sendable () -> Bool

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - now: Tells the moment by the wall clock.
  ///   - uptime: Tells the time since the computer was started.
  ///   - isSynced: Tells whether the wall clock is kept right.
  public init(
    now: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Duration,
    isSynced: @escaping @Sendable () -> Bool
  ) {
    self.now = now
    self.uptime = uptime
    self.isSynced = isSynced
  }

  /// The moment by both clocks.
  public var moment: Moment { Moment(wall: now(), uptime: uptime()) }
}
