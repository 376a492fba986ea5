import Wire

/// Which orders count as unanswered: no box has reported on them in time.
///
/// An order on a box is unanswered when it is not handled, the last report on it is older than the patience
/// (its `delivered` receipt or, before that, the command itself), and the box does not hold it. A box holds
/// an order that rings until it is acknowledged, or waits behind others: ``BoxRecord/oldestWaitingSince`` is read
/// from its health reports. They are believed while the box is online and keeps reporting, and for at most
/// half an hour after the order was delivered: no alert has so many rounds, so a longer one is stuck.
///
/// The view `open_attempts` of the database says the same in SQL.
struct UnansweredCriteria: Sendable {
  /// How long a health report is believed: three times the usual interval, as long as brokers keep it.
  static let trust = Duration.seconds(180)
  /// How long an order may ring or wait its turn.
  static let longestHold = Duration.seconds(1800)
  /// How far back orders are searched.
  static let day = Duration.seconds(86_400)

  /// Now.
  let moment: Timestamp
  /// How old the last report on an order may be.
  let patience: Duration
  /// How long ago the patience may have run out.
  var within = UnansweredCriteria.day

  /// The earliest moment of the last report.
  var from: Timestamp { before - within }
  /// The end of the moments of the last report.
  var before: Timestamp { moment - patience }
  /// The earliest moment at which an order may have been opened.
  var opened: Timestamp { before - UnansweredCriteria.day }
}
