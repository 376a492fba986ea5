public import Wire

/// What time it is, for receipts and expiry; no timer uses it, since it can jump.
public struct WallClock: Sendable {
  /// The moment.
  public let now: @Sendable () -> Timestamp
  /// Whether the moment can be believed.
  public let isSynced: @Sendable () -> Bool

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - now: Tells the moment.
  ///   - isSynced: Tells whether somebody who knows the time keeps the clock right.
  public init(
    now: @escaping @Sendable () -> Timestamp, isSynced: @escaping @Sendable () -> Bool
  ) {
    self.now = now
    self.isSynced = isSynced
  }
}
