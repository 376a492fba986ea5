import Synchronization
import Wire

/// The changes of the fleet for one browser, as server-sent events (WHATWG HTML, 9.2).
///
/// An event id is a version of the fleet: a browser that reconnects sends the last one it has seen and gets
/// what it missed. The id is on the last event of a version, so that a connection that breaks between two
/// events of a version loses none. Events are `summary`, `boxes` (rows as in `/api/boxes`) and `orders`
/// (attempts, each with its step and the mark of its receipt: repeated and contradictory receipts change
/// the attempt's counts alone); `reload` says that too much was missed.
public final class EventFeed: Sendable {
  /// Tells the versions of this run of the program from those of others.
  private static let epoch = String(UInt32.random(in: 1 ... .max), radix: 36)

  /// The event id of a version.
  static func id(_ version: Int64) -> String { "\(epoch).\(version)" }

  /// The most boxes in one event: for more of them, a reload is cheaper.
  private static let mostRows = 3000
  /// The most orders in one event.
  private static let mostOrders = 200

  private struct Position {
    /// The version of the fleet that the browser has seen.
    var version: Int64
    /// When it was sent.
    var moment: Timestamp
    /// Whether too much was missed.
    var mustReload: Bool
  }

  private let context: MonitorContext
  private let boxes: BoxHandler
  private let summary: SummaryHandler
  private let position: Mutex<Position>

  init(_ context: MonitorContext, boxes: BoxHandler, summary: SummaryHandler, after id: String?) {
    self.context = context
    self.boxes = boxes
    self.summary = summary
    let current = context.fleet.withState { $0.version }
    let parts = id?.split(separator: ".") ?? []
    var seen: Int64?
    if parts.count == 2, parts[0] == Self.epoch, let version = Int64(parts[1]), version <= current {
      seen = version
    }
    position = Mutex(
      Position(
        version: seen ?? current, moment: context.now(), mustReload: id != nil && seen == nil))
  }

  /// What has changed since the last call; to be called about once a second.
  ///
  /// - Returns: The events as they are sent.
  public func next() async -> [UInt8] {
    let moment = context.now()
    let last = position.withLock { $0 }
    let (version, records, events, isComplete) = context.fleet.withState { state in
      (
        state.version,
        state.boxes.values.filter {
          $0.version > last.version || changes($0.record, from: last.moment, to: moment)
        }.map(\.record),
        state.recent.filter { $0.version > last.version },
        state.recent.count < FleetView.mostRecent
          || (state.recent.first?.version ?? 0) <= last.version
      )
    }
    position.withLock { $0 = Position(version: version, moment: moment, mustReload: false) }
    var text = ""
    if last.mustReload || records.count > Self.mostRows {
      text += Self.event("reload", .object(["now": JSON(moment)]))
    } else if !records.isEmpty {
      let rows = records.map { boxes.row($0, at: moment) }
      text += Self.event("boxes", .object(["now": JSON(moment), "rows": .array(rows)]))
    }
    if !events.isEmpty {
      text += Self.event(
        "orders",
        .object([
          "now": JSON(moment), "complete": .bool(isComplete),
          "orders": .array(events.suffix(Self.mostOrders).map(\.json)),
        ]))
    }
    text += "id: \(Self.id(version))\n" + Self.event("summary", await summary.json())
    return Array(text.utf8)
  }

  /// Whether a row differs only because time has passed: the box has become silent, or is no longer muted.
  private func changes(_ record: BoxRecord, from then: Timestamp, to now: Timestamp) -> Bool {
    let patience = context.settings.patience
    return record.isSilent(at: then, after: patience) != record.isSilent(at: now, after: patience)
      || record.health?.mutedUntil.map { then < $0 && $0 <= now } == true
  }

  private static func event(_ name: String, _ data: JSON) -> String {
    "event: \(name)\ndata: \(data.encoded)\n\n"
  }
}

extension FleetView.OrderEvent {
  fileprivate var json: JSON {
    .object([
      "step": .string(step), "mark": JSON(mark?.rawValue), "at": JSON(at), "order": attempt.json,
    ])
  }
}
