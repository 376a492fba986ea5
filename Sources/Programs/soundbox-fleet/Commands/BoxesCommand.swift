import ProgramKit
import Wire

enum BoxesCommand: Command {
  static let words = ["boxes"]
  static let summary = "list the boxes and how they stand"
  static let usage = "[--lost] [--degraded] [--offline] [...] [--store S] [--json] [--url URL]"
  static let details = """
    Without a condition it lists all boxes, with several the boxes of each of them. With --json it
    prints an object for each box, its moments as milliseconds since 1970.
    """
  /// The options that name a condition, and the monitor's word for it.
  private static let conditions = [
    ("lost", "lost"), ("degraded", "degraded"), ("offline", "offline"),
    ("never-seen", "never_seen"), ("online", "online"),
  ]
  static let options =
    [
      Option("lost", "boxes that the broker has lost"),
      Option("degraded", "boxes that listen, and cannot say orders as they should"),
      Option("offline", "boxes that were stopped on purpose"),
      Option("never-seen", "boxes that are expected, and were never heard of"),
      Option("silent", "boxes that get orders, and handle none"),
      Option("online", "boxes that listen, and nothing is wrong with them"),
      Option("store", value: "S", "only this store's boxes"),
      Option("json", "print JSON, an object a line"),
    ] + FleetClient.options

  static func run(_ arguments: Arguments) async throws(Failure) {
    if let rest = arguments.rest.first {
      throw Failure(.usage, "'\(VisibleText.of(rest))' is not wanted here; see --help")
    }
    let store = try WatchFilter.store(arguments)
    let wanted = Set(conditions.filter { arguments[$0.0] != nil }.map(\.1))
    let wantsSilent = arguments["silent"] != nil
    let client = try FleetClient(arguments)
    let answer = try await client.get("/api/boxes")
    let all = BoxTable.boxes(in: answer)
    let boxes = all.filter { box in
      if let store, box.text("store") != store { return false }
      return wanted.isEmpty && !wantsSilent || wantsSilent && box.isTrue("silent")
        || wanted.contains(box.text("condition") ?? "")
    }
    if arguments["json"] != nil {
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
