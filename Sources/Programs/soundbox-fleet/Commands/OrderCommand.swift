import ProgramKit
import Wire

enum OrderCommand: Command {
  static let words = ["order"]
  static let summary = "print what happened to an order, step by step"
  static let usage = "ID [--json] [--url URL]"
  static let details = """
    Shows each attempt on each box from publication to the last sample, with the time between steps,
    and all receipts, including late, repeated and contradictory ones. All times are in UTC. Times of
    the box and of the monitor are compared only if the box's clock was synchronised.
    """
  static let options =
    [Option("json", "print the monitor's answer as one line of JSON")] + FleetClient.options

  static func run(_ arguments: Arguments) async throws(Failure) {
    guard arguments.rest.count == 1, let name = arguments.rest.first, !name.isEmpty else {
      throw Failure(.usage, "give one id or order, such as: soundbox-fleet order 7421; see --help")
    }
    let client = try FleetClient(arguments)
    let answer = try await client.get("/api/order", [("name", name)])
    if arguments.has("json") {
      Console.print(VisibleText.json(answer.encoded))
      return
    }
    let screen = Screen()
    let timeline = OrderTimeline(answer)
    for line in timeline.lines(width: screen.width, isColoured: screen.isColoured) {
      Console.print(line)
    }
  }
}

/// What happened to an order, attempt by attempt.
struct OrderTimeline {
  private struct Step {
    enum Clock: String { case box, monitor }

    let at: Timestamp
    let clock: Clock
    let text: String
    var color = TerminalColor.plain
  }

  private let attempts: [OrderAttempt]
  private let receipts: [JSON]

  /// Reads the monitor's answer.
  init(_ answer: JSON) {
    attempts = answer.list("attempts").map { OrderAttempt(json: $0) }.sorted {
      let left = $0.json.moment("openedAt")?.milliseconds ?? 0
      let right = $1.json.moment("openedAt")?.milliseconds ?? 0
      return left == right ? $0.key.lexicographicallyPrecedes($1.key) : left < right
    }
    receipts = answer.list("receipts")
  }

  /// The lines to print.
  ///
  /// - Parameters:
  ///   - width: The longest line, in cells; `nil` for no limit.
  ///   - isColoured: Whether to use colours.
  /// - Returns: The lines, without ends.
  func lines(width: Int?, isColoured: Bool) -> [String] {
    attempts.enumerated().flatMap { index, attempt in
      let title = title(of: attempt).cut(to: width ?? .max)
      let color = TerminalColor(outcome: attempt.outcome)
      let table = table(of: steps(of: attempt), isOneClock: attempt.isClockSynced)
      return (index == 0 ? [] : [""]) + [isColoured ? color.applied(to: title) : title]
        + table.lines(width: width.map { $0 - 2 }, isColoured: isColoured).map { "  \($0)" }
    }
  }

  private func title(of attempt: OrderAttempt) -> String {
    var parts = ["\(attempt.name) on \(attempt.boxName)"]
    if attempt.order != attempt.id, !attempt.order.isEmpty {
      parts.append("order \(attempt.order)")
    }
    parts.append("attempt \(attempt.attempt)")
    parts.append(attempt.outcome ?? "not handled yet")
    if let reason = attempt.reason { parts.append(reason) }
    if let latency = attempt.latency { parts.append("\(latency) to the first sample") }
    if let spoken = attempt.spoken { parts.append("“\(spoken)”") }
    if attempt.json.isTrue("replayed") { parts.append("repeated after a crash") }
    if !attempt.isClockSynced { parts.append("the box's clock was not synchronised") }
    return VisibleText.of(parts.joined(separator: ", "))
  }

  private func steps(of attempt: OrderAttempt) -> [Step] {
    let steps = [
      ("received", "received"), ("delivered", "on the box's disk"), ("started", "first sample"),
      ("finished", "last sample"),
    ]
    let box = steps.compactMap { key, text in
      attempt.json["times"]?.moment(key).map { Step(at: $0, clock: .box, text: text) }
    }
    var reported =
      attempt.json.moment("publishedAt").map {
        [Step(at: $0, clock: .monitor, text: "published")]
      } ?? []
    for receipt in receipts where Self.key(of: receipt) == attempt.key {
      guard let at = receipt.moment("receivedAt") else { continue }
      let (text, color) = Self.describe(receipt)
      reported.append(Step(at: at, clock: .monitor, text: text, color: color))
    }
    guard attempt.isClockSynced else { return box + reported }
    // Within one millisecond, keep the order of the steps.
    let published = reported.prefix { $0.text == "published" }
    return (published + box + reported.dropFirst(published.count))
      .enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
  }

  private static func key(of receipt: JSON) -> [String] {
    [
      receipt.text("store") ?? "", receipt.text("box") ?? "", receipt.text("source") ?? "",
      receipt.text("id") ?? "", String(receipt.number("attempt") ?? 1),
    ]
  }

  private static func describe(_ receipt: JSON) -> (String, TerminalColor) {
    var text = "receipt \(receipt.text("receipt") ?? "?")"
    if let outcome = receipt.text("outcome") { text += " \(outcome)" }
    text += ", number \(receipt.number("seq") ?? 0)"
    if receipt.isTrue("duplicate") { text += ", for a repeated command" }
    let (mark, color): (String?, TerminalColor) =
      switch receipt.text("mark") {
      case "late": ("LATE", .yellow)
      case "repeated": ("REPEATED, same content", .yellow)
      case "contradictory": ("CONTRADICTORY, the first one counts", .red)
      default: (nil, .plain)
      }
    return (mark.map { "\(text): \($0)" } ?? text, color)
  }

  private func table(of steps: [Step], isOneClock: Bool) -> TextTable {
    var table = TextTable([
      .init("MOMENT", minimum: 24), .init("SINCE", isNumber: true, minimum: 8),
      .init("CLOCK", minimum: 7),
      .init("STEP", minimum: 8),
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
        .init(step.text, step.color),
      ])
      last = step
    }
    return table
  }
}
