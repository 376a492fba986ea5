import Glibc
import Interop
import Service
import Synchronization
import Wire

/// Draws a table on a terminal and keeps it up to date.
final class WatchTable: WatchOutput {
  let wantsNewest = true

  private let screen: Screen
  private let file = FileDescriptor.standard(1)
  private let resizes = Signals([SIGWINCH])
  private let view: Mutex<WatchView>
  private let isDrawn = Mutex(false)

  /// Draws nothing until the first event.
  ///
  /// - Parameters:
  ///   - screen: The terminal.
  ///   - url: Where the monitor is.
  init(_ screen: Screen, url: String) {
    self.screen = screen
    view = Mutex(WatchView(url: url))
  }

  func show(_ event: WatchEvent) throws(SystemError) {
    view.withLock { $0.apply(event) }
    // Steps come in batches; the counters that follow redraw.
    if case .step = event { return }
    try draw()
  }

  func watchSize() async {
    while !Task.isCancelled {
      await resizes.first()
      if !Task.isCancelled, isDrawn.withLock({ $0 }) { try? draw() }
    }
  }

  func end() {
    guard isDrawn.withLock({ $0 }) else { return }
    try? file.write(Array(Screen.leaveAlternate.utf8))
  }

  private func draw() throws(SystemError) {
    let isFirst = isDrawn.withLock { isDrawn in
      defer { isDrawn = true }
      return !isDrawn
    }
    let size = screen.size
    // Under the lock, so that two drawings cannot interleave.
    let result = view.withLock { view -> Result<Void, SystemError> in
      let lines = view.lines(
        width: size.width, height: size.height, isColoured: screen.isColoured, now: .now)
      let text = (isFirst ? Screen.enterAlternate : "") + Screen.drawing(lines)
      do throws(SystemError) {
        return .success(try file.write(Array(text.utf8)))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }
}

/// The content of the table: counters and the last orders.
struct WatchView {
  private struct Row {
    var step: String
    var at: Timestamp
    var order: OrderAttempt
  }

  private let url: String
  private var summary: JSON = .null
  /// Oldest first.
  private var rows: [Row] = []
  private var outage: (since: Timestamp, reason: String)?

  /// More rows than any terminal shows.
  private static let mostRows = 500

  init(url: String) { self.url = VisibleText.of(url) }

  mutating func apply(_ event: WatchEvent) {
    switch event {
    case .summary(let summary): self.summary = summary
    case .newest(let orders):
      rows = orders.compactMap { order in
        order.lastStep.map { Row(step: $0.name, at: $0.at, order: order) }
      }
    case .step(let step, let at, let order):
      // An order has one line, which moves to the bottom with each step.
      let key = order.key
      rows.removeAll { $0.order.key == key }
      rows.append(Row(step: step, at: at, order: order))
      if rows.count > Self.mostRows { rows.removeFirst() }
    case .missed: break
    case .live: outage = nil
    case .stale(let since, let reason): outage = (since, reason)
    }
  }

  /// The lines to draw, cut to the size of the terminal.
  ///
  /// - Parameters:
  ///   - width: The longest line, in cells.
  ///   - height: The number of lines.
  ///   - isColoured: Whether to use colours.
  ///   - now: The time.
  /// - Returns: The lines, without ends.
  func lines(width: Int, height: Int, isColoured: Bool, now: Timestamp) -> [String] {
    func colored(_ color: TerminalColor, _ text: String) -> String {
      let text = text.cut(to: width)
      return isColoured ? color.applied(to: text) : text
    }
    var lines: [String] = []
    if let outage {
      lines.append(
        colored(
          .red,
          "STALE since \(outage.since.wallTime): \(VisibleText.of(outage.reason)); reconnecting"))
    } else {
      lines.append(colored(.bold, "live  \(now.wallTime)  \(url)"))
    }
    lines += counters.map { colored(.plain, $0) }
    lines += warnings.map { colored(.red, $0) }
    lines.append("")
    var table = TextTable([
      .init("TIME", minimum: 8), .init("BOX", minimum: 8), .init("ID", minimum: 8),
      .init("STEP", minimum: 9), .init("OUTCOME", minimum: 8),
      .init("LATENCY", isNumber: true, minimum: 7),
      .init("REASON", minimum: 0),
    ])
    table.rows = rows.suffix(max(0, height - lines.count - 1)).map { row in
      [
        .init(row.at.wallTime), .init(row.order.boxName), .init(row.order.name), .init(row.step),
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
      warnings.append("the monitor cannot reach the broker\(reason)")
    }
    if let database = summary["database"], let since = database.moment("failingSince") {
      let reason = database.text("failure").map { ": \(VisibleText.of($0))" } ?? ""
      warnings.append("the database has failed since \(since.wallTime)\(reason)")
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
