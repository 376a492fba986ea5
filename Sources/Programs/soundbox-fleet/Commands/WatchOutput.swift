import Interop
import ProgramKit
import Wire

/// Something to show.
enum WatchEvent {
  /// The counters of the fleet.
  case summary(JSON)
  /// The newest orders, oldest first; they replace all orders shown so far.
  case newest([OrderAttempt])
  /// A step of an order.
  case step(String, at: Timestamp, OrderAttempt)
  /// Some receipts were missed.
  case missed
  /// The connection to the monitor is up.
  case live
  /// The connection is down: since when, and why.
  case stale(since: Timestamp, reason: String)
}

/// Shows the events of a monitor.
protocol WatchOutput: Sendable {
  /// Whether it also shows orders from before it started.
  var wantsNewest: Bool { get }

  func show(_ event: WatchEvent) throws(SystemError)

  /// Redraws when the terminal is resized, until the task is cancelled.
  func watchSize() async

  /// Restores the terminal.
  func end()
}

/// Prints one line per event.
struct WatchLines: WatchOutput {
  let isJSON: Bool
  let wantsNewest = false

  private let file = FileDescriptor.standard(1)

  init(isJSON: Bool) { self.isJSON = isJSON }

  func show(_ event: WatchEvent) throws(SystemError) {
    if isJSON {
      guard let json = Self.json(event) else { return }
      return try print(VisibleText.json(JSON.object(json).encoded))
    }
    switch event {
    case .step(let step, let at, let order): try print(Self.line(step, at, order))
    case .missed: Console.printError("soundbox-fleet: some receipts were missed")
    case .stale(let since, let reason):
      Console.printError(
        "soundbox-fleet: stale since \(since): \(VisibleText.of(reason)); reconnecting")
    case .summary, .newest, .live: break
    }
  }

  func watchSize() async {}
  func end() {}

  private func print(_ line: String) throws(SystemError) { try file.write(Array("\(line)\n".utf8)) }

  static func line(_ step: String, _ at: Timestamp, _ order: OrderAttempt) -> String {
    let fields = [
      at.description, order.boxName, order.name, step, order.outcome, order.latency, order.reason,
    ]
    return fields.map { VisibleText.of($0 ?? "-") }.joined(separator: "\t")
  }

  private static func json(_ event: WatchEvent) -> JSONObject? {
    switch event {
    case .step(let step, let at, let order):
      [
        "event": step == "published" ? "command" : "receipt", "step": .string(step),
        "at": .string(at.description),
        "order": order.json,
      ]
    case .missed: ["event": "missed"]
    case .live: ["event": "live"]
    case .stale(let since, let reason):
      ["event": "stale", "since": .string(since.description), "reason": .string(reason)]
    case .summary(let summary): ["event": "summary", "summary": summary]
    case .newest: nil
    }
  }
}
