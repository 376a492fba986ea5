import MQTT
import Synchronization

/// Detects connections that repeatedly end soon after they were established.
///
/// Some brokers close a connection silently when another client takes over its session: two monitors
/// with the same name then disconnect each other for ever.
final class TakeoverDetector: Sendable {
  private static let short = Duration.seconds(10)
  private static let suspicious = 3

  private struct State {
    var since: ContinuousClock.Instant?
    var count = 0
    var isDisputed = false
  }

  private let state = Mutex(State())

  /// Whether another client seems to use the name, and to receive messages meant for us.
  var isDisputed: Bool { state.withLock { $0.isDisputed } }

  /// Records that a connection is up.
  func begin() { state.withLock { $0.since = .now } }

  /// Records that the connection has ended.
  ///
  /// - Parameter error: Why.
  /// - Returns: Whether to warn that another client may use the name.
  func end(_ error: MQTTError) -> Bool {
    state.withLock { state in
      guard let since = state.since else { return false }
      state.since = nil
      // Without a code it was not the broker but a failing database that ended the connection.
      let isShort = ContinuousClock.now - since < Self.short && error.code != 0
      state.count = isShort ? state.count + 1 : 0
      let isTakenOver = error.code == Int32(ReasonCode.sessionTakenOver.rawValue)
      state.isDisputed = isTakenOver || state.count >= Self.suspicious
      return state.count.isMultiple(of: Self.suspicious) && isShort
    }
  }
}
