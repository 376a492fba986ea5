import Fleet
import Synchronization
import Wire

/// Answers with the counters at the top of the page.
struct SummaryHandler: Sendable {
  /// How far back the counters of orders reach.
  private static let recently = Duration.milliseconds(Window.slot * Int64(Window.slots))

  private let context: MonitorContext
  private let database: PageDatabase
  private let counters = ThrottledValue<DatabaseCounters>()

  init(_ context: MonitorContext, _ database: PageDatabase) {
    self.context = context
    self.database = database
  }

  /// All counters; those from the database are `null` while it does not answer.
  func json() async -> JSON {
    let moment = context.now()
    let stored = await counters.value(at: moment) { await readCounters(at: moment) }
    return context.fleet.withState { state in
      let boxes = state.boxCounts(at: moment, patience: context.settings.patience)
      return .object([
        "now": JSON(moment), "boxes": boxes.json,
        "recent": recent(state.window.sum(at: moment), unanswered: stored.recent),
        "unanswered": .object([
          "seconds": JSON(Int64(UnansweredCriteria.day / .seconds(1))),
          "count": JSON(stored.unanswered),
        ]),
        "gaps": .object(["boxes": JSON(boxes.gapped), "receipts": JSON(boxes.missing)]),
        "database": .object([
          "lastCommit": JSON(state.database.lastCommit),
          "lag": JSON(Int(state.database.lag(at: moment).milliseconds)),
          "failingSince": JSON(state.database.failingSince),
          "failure": JSON(state.database.failure),
        ]),
        "broker": .object([
          "online": .bool(state.brokerIsOnline), "trouble": JSON(state.brokerFailure),
        ]),
        "alarms": JSON(stored.alarms), "unreadable": JSON(state.counters.unreadable),
        "rejected": JSON(state.counters.rejected),
      ])
    }
  }

  private func recent(_ counts: Window.Counts, unanswered: Int?) -> JSON {
    func milliseconds(_ seconds: Double?) -> JSON {
      JSON(seconds.map { Int(($0 * 1000).rounded()) })
    }
    return .object([
      "seconds": JSON(Int64(Self.recently / .seconds(1))),
      "published": JSON(counts.published), "delivered": JSON(counts.delivered),
      "handled": JSON(counts.handled.values.reduce(0, +)), "failed": JSON(counts.failed),
      "outcomes": .object(
        counts.handled.sorted { $0.key < $1.key }.reduce(into: JSONObject()) {
          $0[$1.key] = JSON($1.value)
        }),
      "unanswered": JSON(unanswered),
      "p50": milliseconds(counts.latencies.quantile(0.5)),
      "p95": milliseconds(counts.latencies.quantile(0.95)),
    ])
  }

  private func readCounters(at moment: Timestamp) async -> DatabaseCounters {
    let patience = context.settings.patience
    let counters = try? await database.call { repository in
      DatabaseCounters(
        recent: try? repository.unansweredCount(
          UnansweredCriteria(moment: moment, patience: patience, within: Self.recently)),
        unanswered: try? repository.unansweredCount(
          UnansweredCriteria(moment: moment, patience: patience)),
        alarms: try? repository.alarms(limit: 0).count)
    }
    return counters ?? DatabaseCounters(recent: nil, unanswered: nil, alarms: nil)
  }
}

/// Counters that are read from the database.
private struct DatabaseCounters: Sendable {
  /// Orders that became unanswered within ``SummaryHandler/recently``.
  let recent: Int?
  /// Orders that became unanswered within a day.
  let unanswered: Int?
  /// Open alarms.
  let alarms: Int?
}

/// A value that is read at most once a second, however many callers need it.
///
/// While one of them reads it, the others get the previous value.
private final class ThrottledValue<Value: Sendable>: Sendable {
  private let last = Mutex<(readAt: Timestamp, value: Value)?>(nil)

  func value(at moment: Timestamp, _ read: @Sendable () async -> Value) async -> Value {
    let current = last.withLock { last -> Value? in
      guard let (readAt, value) = last else { return nil }
      if readAt <= moment, moment - readAt < .seconds(1) { return value }
      last = (moment, value)
      return nil
    }
    if let current { return current }
    let value = await read()
    last.withLock { $0 = (moment, value) }
    return value
  }
}

extension FleetView.BoxCounts {
  /// The counters of boxes.
  fileprivate var json: JSON {
    var object: JSONObject = ["total": JSON(conditions.values.reduce(0, +))]
    for condition in BoxRecord.Condition.allCases {
      object[condition.rawValue] = JSON(conditions[condition] ?? 0)
    }
    object["silent"] = JSON(silent)
    return .object(object)
  }
}
