import MQTT
import Synchronization

/// Notices connections that end soon after they stood, one after the other.
///
/// Some brokers close the old connection without a word when another client takes its session over:
/// two monitors with one name then part each other for ever.
final class TakeoverDetector: Sendable {
  private static let short = Duration.seconds(10)
  private static let suspicious = 3

  private struct State {
    var since: ContinuousClock.Instant?
    var count = 0
    var isDisputed = false
  }

  private let state = Mutex(State())

  /// Whether somebody else seems to use the name, and then gets messages that were for us.
  var isDisputed: Bool { state.withLock { $0.isDisputed } }

  /// Notes that a connection stands.
  func begin() { state.withLock { $0.since = .now } }

  /// Notes that there is none.
  ///
  /// - Parameter error: Why.
  /// - Returns: Whether it is time to say that somebody else may use the name.
  func end(_ error: MQTTError) -> Bool {
    state.withLock { state in
      guard let since = state.since else { return false }
      state.since = nil
      // Without a code it is not the broker but the store that wants no more.
      let isShort = ContinuousClock.now - since < Self.short && error.code != 0
      state.count = isShort ? state.count + 1 : 0
      let isTakenOver = error.code == Int32(MQTTReason.sessionTakenOver.rawValue)
      state.isDisputed = isTakenOver || state.count >= Self.suspicious
      return state.count.isMultiple(of: Self.suspicious) && isShort
    }
  }
}
