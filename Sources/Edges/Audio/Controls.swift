import Synchronization

/// What may be changed while something is played; from any thread.
public final class Controls: Sendable {
  /// Where to stop playing before the end; each is stronger than the one before.
  public enum Cut: Int, Sendable, Comparable {
    /// At the end of the clip that is playing.
    case atBorder
    /// At the end of the clip that is playing, if that is at most a second away, else at once.
    case soon
    /// At once, with a ramp.
    case now

    public static func < (left: Cut, right: Cut) -> Bool { left.rawValue < right.rawValue }
  }

  /// All that is wished at one moment.
  struct Wish: Sendable, Equatable {
    var gain: Gain
    var cut: Cut?
  }

  private let state: Mutex<Wish>

  /// What is wished now.
  var wish: Wish { state.withLock { $0 } }

  /// Starts without a cut.
  ///
  /// - Parameter gain: How loud.
  public init(gain: Gain = .full) { state = Mutex(Wish(gain: gain)) }

  /// Changes the loudness, over 50 ms if something is playing.
  ///
  /// What the device already holds, at most its buffer of 200 ms, keeps the old one.
  ///
  /// - Parameter gain: How loud.
  public func set(_ gain: Gain) { state.withLock { $0.gain = gain } }

  /// Ends the playing before its end; a stronger cut replaces a weaker one, never the reverse.
  ///
  /// - Parameter cut: Where to end.
  public func cut(_ cut: Cut) { state.withLock { $0.cut = max($0.cut ?? cut, cut) } }
}
