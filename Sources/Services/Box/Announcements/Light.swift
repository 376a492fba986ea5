/// A light or a vibration motor that is on while a round of an alert sounds.
///
/// It never throws: a lamp that is broken must not silence an order. Whoever makes it says so in the log.
public protocol Light: Sendable {
  /// Turns it on or off.
  ///
  /// - Parameter isOn: Whether it is on from now on.
  func set(_ isOn: Bool)
}

/// No light at all.
public struct NoLight: Light {
  /// Makes none.
  public init() {}

  public func set(_ isOn: Bool) {}
}
