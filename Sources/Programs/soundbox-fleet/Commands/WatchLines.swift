import Interop
import ProgramKit
import Wire

/// Prints a line for each event.
struct WatchLines: WatchOutput {
  let isJSON: Bool
  let wantsNewest = false

  private let file = FileDescriptor.standard(1)

  init(isJSON: Bool) { self.isJSON = isJSON }

  func take(_ event: WatchEvent) throws(SystemError) {
    if isJSON {
      guard let json = Self.json(event) else { return }
      return try print(VisibleText.json(JSON.object(json).encoded))
    }
    switch event {
    case .step(let step, let at, let order): try print(Self.line(step, at, order))
    case .missed: Console.printError("soundbox-fleet: some receipts were missed")
    case .stale(let since, let reason):
      Console.printError(
        "soundbox-fleet: stale since \(since): \(VisibleText.of(reason)); trying again")
    case .summary, .newest, .live: break
    }
  }

  func watchSize() async {}
  func end() {}

  private func print(_ line: String) throws(SystemError) { try file.write(Array("\(line)\n".utf8)) }

  /// A step's line.
  static func line(_ step: String, _ at: Timestamp, _ order: OrderSeen) -> String {
    let fields = [
      at.description, order.place, order.id, step, order.outcome, order.latency, order.reason,
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
