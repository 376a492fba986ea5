import Synchronization

/// Changes loudness and ends a sound early while it plays; from any thread.
public final class Controls: Sendable {
  /// Where to stop before the end; each case is stronger than the one before.
  public enum Cut: Int, Sendable, Comparable {
    /// At the end of the clip that is playing.
    case atClipEnd
    /// At the end of the clip that is playing if that is at most a second away, otherwise at once.
    case soon
    /// At once, with a short fade.
    case now

    public static func < (left: Cut, right: Cut) -> Bool { left.rawValue < right.rawValue }
  }

  /// The values at one moment.
  struct Snapshot: Sendable, Equatable {
    var gain: Gain
    var cut: Cut?
  }

  private let state: Mutex<Snapshot>

  /// The current values.
  var current: Snapshot { state.withLock { $0 } }

  /// Starts without a cut.
  ///
  /// - Parameter gain: The loudness.
  public init(gain: Gain = .full) { state = Mutex(Snapshot(gain: gain)) }

  /// Changes the loudness, over 50 ms if something is playing.
  ///
  /// Samples in the device's buffer, at most 200 ms, keep the old loudness.
  ///
  /// - Parameter gain: The loudness.
  public func set(_ gain: Gain) { state.withLock { $0.gain = gain } }

  /// Ends the sound early; a stronger cut replaces a weaker one, never the reverse.
  ///
  /// - Parameter cut: Where to end.
  public func cut(_ cut: Cut) { state.withLock { $0.cut = max($0.cut ?? cut, cut) } }
}
