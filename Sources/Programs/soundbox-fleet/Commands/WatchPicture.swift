import Wire

/// What a table shows: counters, and the last orders.
struct WatchPicture {
  private struct Row {
    var step: String
    var at: Timestamp
    var order: OrderSeen
  }

  private let url: String
  private var summary: JSON = .null
  /// Oldest first.
  private var rows: [Row] = []
  private var trouble: (since: Timestamp, reason: String)?

  /// No terminal is higher.
  private static let mostRows = 500

  init(url: String) { self.url = VisibleText.of(url) }

  /// Takes in an event.
  mutating func take(_ event: WatchEvent) {
    switch event {
    case .summary(let summary): self.summary = summary
    case .newest(let orders):
      rows = orders.compactMap { order in
        order.lastStep.map { Row(step: $0.name, at: $0.at, order: order) }
      }
    case .step(let step, let at, let order):
      // An order has one line, which goes down with each step.
      let key = order.key
      rows.removeAll { $0.order.key == key }
      rows.append(Row(step: step, at: at, order: order))
      if rows.count > Self.mostRows { rows.removeFirst() }
    case .missed: break
    case .live: trouble = nil
    case .stale(let since, let reason): trouble = (since, reason)
    }
  }

  /// The picture's lines; they never take more room than there is.
  ///
  /// - Parameters:
  ///   - width: How many cells a line may take.
  ///   - height: How many lines there may be.
  ///   - isColoured: Whether colours are used.
  ///   - now: What time it is.
  /// - Returns: The lines, without ends.
  func lines(width: Int, height: Int, isColoured: Bool, now: Timestamp) -> [String] {
    func ink(_ ink: TerminalColor, _ text: String) -> String {
      let text = text.cut(to: width)
      return isColoured ? ink.on(text) : text
    }
    var lines: [String] = []
    if let trouble {
      lines.append(
        ink(
          .red,
          "STALE since \(trouble.since.wallTime): \(VisibleText.of(trouble.reason)); trying again"))
    } else {
      lines.append(ink(.bold, "live  \(now.wallTime)  \(url)"))
    }
    lines += counters.map { ink(.plain, $0) }
    lines += warnings.map { ink(.red, $0) }
    lines.append("")
    var table = TextTable([
      .init("TIME", least: 8), .init("BOX", least: 8), .init("ID", least: 8),
      .init("STEP", least: 9), .init("OUTCOME", least: 8),
      .init("LATENCY", isNumber: true, least: 7),
      .init("REASON", least: 0),
    ])
    table.rows = rows.suffix(max(0, height - lines.count - 1)).map { row in
      [
        .init(row.at.wallTime), .init(row.order.place), .init(row.order.id), .init(row.step),
        .init(row.order.outcome ?? "-", TerminalColor(outcome: row.order.outcome)),
        .init(row.order.latency),
        .init(row.order.reason),
      ]
    }
    lines += table.lines(width: width, isColoured: isColoured)
    return Array(lines.prefix(height))
  }

  private var counters: [String] {
    guard let boxes = summary["boxes"], let recent = summary["recent"] else { return [] }
    func count(_ json: JSON, _ key: String, _ word: String) -> String {
      "\(json.number(key).map { String($0) } ?? "?") \(word)"
    }
    let outcomes = recent["outcomes"]?.object?.members.compactMap { member in
      member.value.text.map { "\($0) \(VisibleText.of(member.key))" }
    }
    var orders = [
      count(recent, "published", "published"), count(recent, "delivered", "delivered"),
      count(recent, "handled", "handled"),
    ]
    if let outcomes, !outcomes.isEmpty { orders[2] += " (\(outcomes.joined(separator: ", ")))" }
    orders.append(count(recent, "unanswered", "unanswered"))
    for (key, word) in [("p50", "half under"), ("p95", "95 % under")] {
      if let time = recent.number(key) { orders.append("\(word) \(time) ms") }
    }
    return [
      "boxes: "
        + [
          count(boxes, "total", "in all"), count(boxes, "online", "online"),
          count(boxes, "degraded", "degraded"), count(boxes, "lost", "lost"),
          count(boxes, "offline", "offline"), count(boxes, "never_seen", "never seen"),
          count(boxes, "silent", "silent"),
        ].joined(separator: ", "), "last 5 min: " + orders.joined(separator: ", "),
    ]
  }

  private var warnings: [String] {
    var warnings: [String] = []
    if let broker = summary["broker"], !broker.isTrue("online") {
      let reason = broker.text("trouble").map { ": \(VisibleText.of($0))" } ?? ""
      warnings.append("the monitor does not reach the broker\(reason)")
    }
    if let store = summary["store"], let since = store.moment("failingSince") {
      let reason = store.text("failure").map { ": \(VisibleText.of($0))" } ?? ""
      warnings.append("the store takes nothing since \(since.wallTime)\(reason)")
    }
    if let gaps = summary["gaps"], let missing = gaps.number("receipts"), missing > 0 {
      warnings.append("\(missing) receipts of \(gaps.number("boxes") ?? 0) boxes are missing")
    }
    if let count = summary["unanswered"]?.number("count"), count > 0 {
      warnings.append("\(count) orders of the last 24 hours are unanswered")
    }
    if let alarms = summary.number("alarms"), alarms > 0 { warnings.append("\(alarms) alarms") }
    return warnings
  }
}
