import Exposition
import Wire

extension Counters {
  /// What has been counted.
  ///
  /// Every label value is there from the start, so that `rate()` sees the first failure.
  var metrics: [Metric] {
    [
      .counter(
        "soundbox_orders_published",
        "Orders for boxes that were heard on their way, one for each box.", [Sample(published)]),
      .counter(
        "soundbox_receipts",
        "Receipts that said something new, by what they are and what became of the order.",
        [Sample(delivered, ["stage": "delivered", "reason": "none"])]
          + Outcome.labels.map {
            Sample(handled[$0] ?? 0, ["stage": "handled", "reason": $0])
          }),
      .counter(
        "soundbox_receipts_duplicate", "Receipts that said what was known.",
        [Sample(marks[.repeated] ?? 0)]),
      .counter(
        "soundbox_receipts_late",
        "Receipts that came long after they were written, or after what follows them.",
        [Sample(marks[.late] ?? 0)]),
      .counter(
        "soundbox_receipts_contradictory", "Receipts that said something else than what was known.",
        [Sample(marks[.contradictory] ?? 0)]),
      .histogram(
        "soundbox_order_to_first_sample_seconds", in: .seconds,
        "How long orders took from being published to their first sound.", latencies),
      .histogram(
        "soundbox_play_duration_seconds", in: .seconds,
        "How long announcements took from their first sound to their last.", durations),
      .counter(
        "soundbox_monitor_unreadable_messages", "Messages that could not be read.",
        [Sample(unreadable)]),
      .counter(
        "soundbox_monitor_refused_messages",
        "Messages of unknown boxes that were refused, as there are as many boxes as there may be.",
        [Sample(rejected)]),
      .counter(
        "soundbox_monitor_db_errors", "Times that the store did not do what it was asked for.",
        [
          Sample(readFailures, ["op": "read"]), Sample(writeFailures, ["op": "write"]),
        ]),
    ]
  }
}
