import Fleet
import Synchronization
import Wire

extension FleetMonitor {
  /// How far back the counters of orders reach.
  static let recently = Duration.milliseconds(Window.slot * Int64(Window.slots))

  /// The counters at the page's head.
  func summary() throws -> JSON {
    let moment = now()
    // The counters of the fleet are true even when the store does not answer.
    let counts = standing.value(at: moment) {
      DatabaseCounters(
        recent: try? repository.unansweredCount(
          UnansweredCriteria(moment: moment, patience: settings.patience, within: Self.recently)),
        unanswered: try? repository.unansweredCount(
          UnansweredCriteria(moment: moment, patience: settings.patience)),
        alarms: try? repository.alarms(limit: 0).count)
    }
    return fleet.withState { state in
      let recent = state.window.sum(at: moment)
      let sizes = state.sizes(at: moment, patience: settings.patience)
      return .object([
        "now": JSON(moment),
        "boxes": .object([
          "total": JSON(state.boxes.count), "online": JSON(sizes.conditions[.online] ?? 0),
          "degraded": JSON(sizes.conditions[.degraded] ?? 0),
          "lost": JSON(sizes.conditions[.lost] ?? 0),
          "offline": JSON(sizes.conditions[.offline] ?? 0),
          "never_seen": JSON(sizes.conditions[.neverSeen] ?? 0), "silent": JSON(sizes.silent),
        ]),
        "recent": .object([
          "seconds": JSON(Int64(Self.recently / .seconds(1))),
          "published": JSON(recent.published),
          "delivered": JSON(recent.delivered),
          "handled": JSON(recent.handled.values.reduce(0, +)),
          "outcomes": .object(
            recent.handled.sorted { $0.key < $1.key }.reduce(into: JSONObject()) {
              $0[$1.key] = JSON($1.value)
            }),
          "unanswered": JSON(counts.recent),
          "p50": milliseconds(recent.latencies.quantile(0.5)),
          "p95": milliseconds(recent.latencies.quantile(0.95)),
        ]),
        "unanswered": .object([
          "seconds": JSON(Int64(UnansweredCriteria.day / .seconds(1))),
          "count": JSON(counts.unanswered),
        ]),
        "gaps": .object(["boxes": JSON(sizes.gapped), "receipts": JSON(sizes.missing)]),
        "store": .object([
          "lastCommit": JSON(state.database.lastCommit),
          "lag": JSON(Int(state.database.lag(at: moment).milliseconds)),
          "failingSince": JSON(state.database.failingSince),
          "failure": JSON(state.database.failure),
        ]),
        "broker": .object([
          "online": .bool(state.brokerIsOnline), "trouble": JSON(state.brokerFailure),
        ]),
        "alarms": JSON(counts.alarms), "unreadable": JSON(state.counters.unreadable),
        "rejected": JSON(state.counters.rejected),
      ])
    }
  }

  private func milliseconds(_ seconds: Double?) -> JSON {
    JSON(seconds.map { Int(($0 * 1000).rounded()) })
  }
}

/// What the store is asked for the page's head.
struct DatabaseCounters: Sendable {
  /// Orders whose patience has run out within the time of the other counters.
  let recent: Int?
  /// Those of a day.
  let unanswered: Int?
  let alarms: Int?
}

/// A value that is asked for once a second, however many want to know it.
final class ThrottledValue<Value: Sendable>: Sendable {
  private let last = Mutex<(at: Timestamp, value: Value)?>(nil)

  func value(at moment: Timestamp, _ find: () -> Value) -> Value {
    if let last = last.withLock({ $0 }), last.at <= moment, moment - last.at < .seconds(1) {
      return last.value
    }
    let value = find()
    last.withLock { $0 = (moment, value) }
    return value
  }
}

extension FleetView.State {
  /// How many boxes stand how.
  struct Sizes {
    var conditions: [BoxRecord.Condition: Int] = [:]
    var silent = 0
    var gapped = 0
    var missing: Int64 = 0
  }

  /// Counts the boxes.
  func sizes(at moment: Timestamp, patience: Duration) -> Sizes {
    var sizes = Sizes()
    for entry in boxes.values {
      sizes.conditions[entry.record.condition(at: moment), default: 0] += 1
      if entry.record.isSilent(at: moment, after: patience) { sizes.silent += 1 }
      let missing = entry.record.sequence.missing
      if missing > 0 { sizes.gapped += 1 }
      sizes.missing += missing
    }
    return sizes
  }
}
