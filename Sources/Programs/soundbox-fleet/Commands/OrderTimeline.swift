import Wire

/// What became of an order, attempt by attempt.
struct OrderTimeline {
  private struct Step {
    enum Clock: String { case box, monitor }

    let at: Timestamp
    let clock: Clock
    let text: String
    var ink = TerminalColor.plain
  }

  private let attempts: [OrderSeen]
  private let receipts: [JSON]

  /// Takes the monitor's answer.
  init(_ answer: JSON) {
    attempts = answer.list("attempts").map { OrderSeen(json: $0) }.sorted {
      let left = $0.json.moment("openedAt")?.milliseconds ?? 0
      let right = $1.json.moment("openedAt")?.milliseconds ?? 0
      return left == right ? $0.key.lexicographicallyPrecedes($1.key) : left < right
    }
    receipts = answer.list("receipts")
  }

  /// The lines to print.
  ///
  /// - Parameters:
  ///   - width: How many cells a line may take; `nil` for as many as it wants.
  ///   - isColoured: Whether colours are used.
  /// - Returns: The lines, without ends.
  func lines(width: Int?, isColoured: Bool) -> [String] {
    attempts.enumerated().flatMap { index, attempt in
      let title = title(of: attempt).cut(to: width ?? .max)
      let ink = TerminalColor(outcome: attempt.outcome)
      let table = table(of: steps(of: attempt), isOneClock: attempt.isClockSynced)
      return (index == 0 ? [] : [""]) + [isColoured ? ink.on(title) : title]
        + table.lines(width: width.map { $0 - 2 }, isColoured: isColoured).map { "  \($0)" }
    }
  }

  private func title(of attempt: OrderSeen) -> String {
    var parts = ["\(attempt.id) on \(attempt.place)"]
    if attempt.order != attempt.id, !attempt.order.isEmpty {
      parts.append("order \(attempt.order)")
    }
    parts.append("attempt \(attempt.attempt)")
    parts.append(attempt.outcome ?? "not handled yet")
    if let reason = attempt.reason { parts.append(reason) }
    if let latency = attempt.latency { parts.append("\(latency) to the first sample") }
    if let spoken = attempt.spoken { parts.append("“\(spoken)”") }
    if attempt.json.isTrue("replayed") { parts.append("said again after a crash") }
    if !attempt.isClockSynced { parts.append("the box did not know the time") }
    return VisibleText.of(parts.joined(separator: ", "))
  }

  private func steps(of attempt: OrderSeen) -> [Step] {
    let words = [
      ("received", "received"), ("delivered", "on the box's disk"), ("started", "first sample"),
      ("finished", "last sample"),
    ]
    let box = words.compactMap { key, text in
      attempt.json["times"]?.moment(key).map { Step(at: $0, clock: .box, text: text) }
    }
    var heard =
      attempt.json.moment("publishedAt").map {
        [Step(at: $0, clock: .monitor, text: "published")]
      } ?? []
    for receipt in receipts where Self.key(of: receipt) == attempt.key {
      guard let at = receipt.moment("receivedAt") else { continue }
      let (text, ink) = Self.words(for: receipt)
      heard.append(Step(at: at, clock: .monitor, text: text, ink: ink))
    }
    guard attempt.isClockSynced else { return box + heard }
    // What happened in one millisecond happened in the order of its steps.
    return (heard.prefix { $0.text == "published" } + box + heard.drop { $0.text == "published" })
      .enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
  }

  private static func key(of receipt: JSON) -> [String] {
    [
      receipt.text("store") ?? "", receipt.text("box") ?? "", receipt.text("id") ?? "",
      String(receipt.number("attempt") ?? 1),
    ]
  }

  private static func words(for receipt: JSON) -> (String, TerminalColor) {
    var text = "receipt \(receipt.text("receipt") ?? "?")"
    if let outcome = receipt.text("outcome") { text += " \(outcome)" }
    text += ", number \(receipt.number("seq") ?? 0)"
    if receipt.isTrue("duplicate") { text += ", for a repeated command" }
    let (words, ink): (String?, TerminalColor) =
      switch receipt.text("mark") {
      case "late": ("LATE", .yellow)
      case "repeated": ("REPEATED, it says what was known", .yellow)
      case "contradictory": ("CONTRADICTORY, what was said before stands", .red)
      default: (nil, .plain)
      }
    return (words.map { "\(text): \($0)" } ?? text, ink)
  }

  private func table(of steps: [Step], isOneClock: Bool) -> TextTable {
    var table = TextTable([
      .init("MOMENT", least: 24), .init("SINCE", isNumber: true, least: 8),
      .init("CLOCK", least: 7),
      .init("STEP", least: 8),
    ])
    var last: Step?
    for step in steps {
      var gap: String?
      if let last, isOneClock || last.clock == step.clock {
        let time = (step.at - last.at).milliseconds
        gap = "\(time < 0 ? "" : "+")\(time) ms"
      }
      table.rows.append([
        .init(step.at.description), .init(gap), .init(step.clock.rawValue),
        .init(step.text, step.ink),
      ])
      last = step
    }
    return table
  }
}
