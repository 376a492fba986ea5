import Wire

/// Which orders count as unanswered: those of which nobody says anything although somebody should.
///
/// An order on a box is unanswered when it is not handled, nothing new was said of it for longer than the
/// patience (the last word is its `delivered` receipt or, before that, the command itself), and the box
/// does not say that it still has it. What rings until somebody acknowledges it, or waits its turn behind
/// others, is not unanswered: the box tells of it in its health report, from which
/// ``BoxRecord/holdsSince`` is known. That is believed for as long as the box is online and goes on
/// reporting, and for half an hour after the order was delivered: no alert has so many rounds, so a longer
/// one is stuck.
///
/// The view `open_attempts` of the database says the same in SQL.
struct UnansweredCriteria: Sendable {
  /// How long a health report is believed: as long as brokers keep one, three times the usual interval.
  static let trust = Duration.seconds(180)
  /// How long an order may ring or wait its turn.
  static let longestHold = Duration.seconds(1800)
  /// How far back orders are looked for.
  static let day = Duration.seconds(86_400)

  /// Now.
  let moment: Timestamp
  /// How long nothing may be said of an order.
  let patience: Duration
  /// The patience has run out within this time.
  var within = UnansweredCriteria.day

  /// The first moment of the last word.
  var from: Timestamp { before - within }
  /// The end of the moments of the last word.
  var before: Timestamp { moment - patience }
  /// When the oldest order may have begun.
  var opened: Timestamp { before - UnansweredCriteria.day }
}
