import Synchronization
import Wire

/// What one browser is told of the fleet as it changes: server-sent events (WHATWG HTML, 9.2).
///
/// An id is a version of the fleet: a browser that comes back tells which it has seen, and gets what it
/// has missed. It stands in the last event of those that tell of one version, so that a link that breaks
/// between them loses none. Events are `summary`, `boxes` (rows as of `/api/boxes`) and `orders` (attempts,
/// each with its step and what its receipt was among the others: those that repeat or contradict change the
/// attempt's counts alone); `reload` says that too much was missed.
public final class EventFeed: Sendable {
  /// Tells the versions of this run of the program from those of others.
  private static let epoch = String(UInt32.random(in: 1 ... .max), radix: 36)

  /// The id of a version.
  static func id(_ version: Int64) -> String { "\(epoch).\(version)" }

  /// How many boxes one event tells of: more are worth loading anew.
  private static let mostRows = 3000

  private let monitor: FleetMonitor
  /// Up to which version, and as of when, the browser knows the fleet.
  private let seen: Mutex<(version: Int64, moment: Timestamp)>
  private let mustReload: Mutex<Bool>

  init(_ monitor: FleetMonitor, after id: String?) {
    self.monitor = monitor
    let current = monitor.fleet.withState { $0.version }
    let moment = monitor.now()
    let parts = id?.split(separator: ".") ?? []
    if parts.count == 2, parts[0] == Self.epoch, let version = Int64(parts[1]), version <= current {
      seen = Mutex((version, moment))
      mustReload = Mutex(false)
    } else {
      seen = Mutex((current, moment))
      mustReload = Mutex(id != nil)
    }
  }

  /// What has happened since the last call; to be called about once a second.
  ///
  /// - Returns: The events, as they are sent.
  public func next() -> [UInt8] {
    let moment = monitor.now()
    let (since, then) = seen.withLock { $0 }
    let (version, records, happenings, isComplete) = monitor.fleet.withState { state in
      (
        state.version,
        state.boxes.values.filter {
          $0.version > since || changes($0.record, from: then, to: moment)
        }.map(\.record),
        state.recent.filter { $0.version > since },
        state.recent.count < FleetView.mostRecent || (state.recent.first?.version ?? 0) <= since
      )
    }
    seen.withLock { $0 = (version, moment) }
    var text = ""
    let isReload = mustReload.withLock { must in
      defer { must = false }
      return must
    }
    if isReload || records.count > Self.mostRows {
      text += Self.event("reload", .object(["now": JSON(moment)]))
    } else if !records.isEmpty {
      text += Self.event(
        "boxes",
        .object([
          "now": JSON(moment),
          "rows": .array(records.map { monitor.row($0, at: moment) }),
        ]))
    }
    if !happenings.isEmpty {
      text += Self.event(
        "orders",
        .object([
          "now": JSON(moment), "complete": .bool(isComplete),
          "orders": .array(
            happenings.suffix(200).map {
              .object([
                "step": .string($0.step), "mark": JSON($0.mark?.rawValue), "at": JSON($0.at),
                "order": $0.attempt.json,
              ])
            }),
        ]))
    }
    if let summary = try? monitor.summary() {
      text += "id: \(Self.id(version))\n" + Self.event("summary", summary)
    }
    return Array(text.utf8)
  }

  /// Whether a box stands otherwise only because time has passed: it has become silent, or is not muted
  /// any more.
  private func changes(_ record: BoxRecord, from then: Timestamp, to now: Timestamp) -> Bool {
    let patience = monitor.settings.patience
    return record.isSilent(at: then, after: patience) != record.isSilent(at: now, after: patience)
      || record.health?.mutedUntil.map { then < $0 && $0 <= now } == true
  }

  private static func event(_ name: String, _ data: JSON) -> String {
    "event: \(name)\ndata: \(data.encoded)\n\n"
  }
}
