import ProgramKit
import Wire

enum OrderCommand: Command {
  static let words = ["order"]
  static let summary = "print what became of an id or an order, step by step"
  static let usage = "ID [--json] [--url URL]"
  static let details = """
    Shows each attempt on each box from publishing to the last sample, with the time from step to step,
    and all receipts that came, also those that came late, again, or said something else. All moments
    are in UTC. Steps of one clock are only compared with those of another if the box knew the time.
    """
  static let options =
    [Option("json", "print the monitor's answer as JSON, in one line")] + FleetClient.options

  static func run(_ arguments: Arguments) async throws(Failure) {
    guard arguments.rest.count == 1, let name = arguments.rest.first, !name.isEmpty else {
      throw Failure(.usage, "say one id or order, such as: soundbox-fleet order 7421; see --help")
    }
    let client = try FleetClient(arguments)
    let answer = try await client.get("/api/order", [("name", name)])
    if arguments["json"] != nil {
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
