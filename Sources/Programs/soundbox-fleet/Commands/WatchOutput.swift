import Interop
import Wire

/// What is to be shown.
enum WatchEvent {
  /// The counters of the fleet.
  case summary(JSON)
  /// The newest orders, oldest first, in place of all that was shown.
  case newest([OrderSeen])
  /// A step of an order.
  case step(String, at: Timestamp, OrderSeen)
  /// Some receipts came that cannot be shown any more.
  case missed
  /// The link to the monitor stands.
  case live
  /// It does not: since when, and why.
  case stale(since: Timestamp, reason: String)
}

/// Shows what comes.
protocol WatchOutput: Sendable {
  /// Whether orders are wanted that came before this began.
  var wantsNewest: Bool { get }

  /// Shows an event.
  func take(_ event: WatchEvent) throws(SystemError)

  /// Follows the size of the terminal, if that matters, until the task is cancelled.
  func watchSize() async

  /// Leaves the terminal as it was.
  func end()
}
