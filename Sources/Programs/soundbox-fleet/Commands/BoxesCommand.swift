import ProgramKit
import Wire

enum BoxesCommand: Command {
  static let words = ["boxes"]
  static let summary = "list the boxes and their condition"
  static let usage = "[--lost] [--degraded] [--offline] [...] [--store S] [--json] [--url URL]"
  static let details = """
    Lists all boxes, or those that are in one of the given conditions. With --json it prints one
    object per box, with times in milliseconds since 1970.
    """
  /// Options that name a condition, and the monitor's name for it.
  private static let conditions = [
    ("lost", "lost"), ("degraded", "degraded"), ("offline", "offline"),
    ("never-seen", "never_seen"), ("online", "online"),
  ]
  static let options =
    [
      Option("lost", "boxes whose connection the broker has lost"),
      Option("degraded", "online boxes that cannot announce orders properly"),
      Option("offline", "boxes that were shut down"),
      Option("never-seen", "expected boxes that have never connected"),
      Option("silent", "boxes that receive orders but handle none"),
      Option("online", "online boxes without problems"),
      Option("store", value: "S", "only this store's boxes"),
      Option("json", "print JSON, one object per line"),
    ] + FleetClient.options

  static func run(_ arguments: Arguments) async throws(Failure) {
    if let rest = arguments.rest.first {
      throw Failure(.usage, "'\(VisibleText.of(rest))' is unexpected; see --help")
    }
    let store = try WatchFilter.store(arguments)
    let wanted = Set(conditions.filter { arguments.has($0.0) }.map(\.1))
    let wantsSilent = arguments.has("silent")
    let client = try FleetClient(arguments)
    let answer = try await client.get("/api/boxes")
    let all = BoxTable.boxes(in: answer)
    let boxes = all.filter { box in
      if let store, box.text("store") != store { return false }
      return wanted.isEmpty && !wantsSilent || wantsSilent && box.isTrue("silent")
        || wanted.contains(box.text("condition") ?? "")
    }
    if arguments.has("json") {
      for box in boxes { Console.print(VisibleText.json(box.encoded)) }
      return
    }
    let screen = Screen()
    let table = BoxTable.table(of: boxes, at: answer.moment("now") ?? .now)
    for line in table.lines(width: screen.width, isColoured: screen.isColoured) {
      Console.print(line)
    }
    if screen.isTerminal { Console.print("\(boxes.count) of \(all.count) boxes") }
  }
}

/// The table of boxes.
enum BoxTable {
  /// The boxes in the monitor's answer, each as an object.
  static func boxes(in answer: JSON) -> [JSON] {
    let columns = answer.list("columns").map { $0.text ?? "" }
    return answer.list("rows").map { row in
      guard case .array(let values) = row else { return .null }
      var box = JSONObject()
      for (column, value) in zip(columns, values) { box[column] = value }
      return .object(box)
    }
  }

  /// Builds the table.
  ///
  /// - Parameters:
  ///   - boxes: The boxes.
  ///   - now: The time, by the monitor's clock.
  /// - Returns: The table.
  static func table(of boxes: [JSON], at now: Timestamp) -> TextTable {
    var table = TextTable([
      .init("BOX", minimum: 12), .init("CONDITION", minimum: 10),
      .init("SINCE", isNumber: true, minimum: 7),
      .init("HEARD", isNumber: true, minimum: 7), .init("QUEUE", isNumber: true, minimum: 5),
      .init("VOLUME", isNumber: true, minimum: 6), .init("AUDIO"), .init("LAST ORDER"),
      .init("MISSING", isNumber: true, minimum: 7), .init("IGNORED", isNumber: true, minimum: 7),
      .init("VERSION"), .init("TROUBLES"),
    ])
    table.rows = boxes.map { box in
      let condition = box.text("condition") ?? ""
      let isSilent = box.isTrue("silent")
      return [
        .init("\(box.text("store") ?? "")/\(box.text("box") ?? "")"),
        .init(
          isSilent ? "\(condition), silent" : condition,
          TerminalColor(condition: isSilent ? "silent" : condition)),
        .init(box.moment("stateSince")?.age(at: now)), .init(box.moment("lastSeen")?.age(at: now)),
        .init(box["queue"]?.text), .init(box["volume"]?.text), .init(box.text("audio")),
        .init(box.text("lastOutcome"), TerminalColor(outcome: box.text("lastOutcome"))),
        .init(box["missing"]?.text), .init(box["ignored"]?.text), .init(box.text("version")),
        .init(box.list("troubles").compactMap(\.text).joined(separator: " "), .yellow),
      ]
    }
    return table
  }
}
