import Box
import Interop
import Orders
import ProgramKit
import Wire

enum TranslateCommand: Command {
  static let words = ["translate"]
  static let summary = "show how the box translates an order message"
  static let usage = "--config FILE --topic TOPIC [--explain] [FILE]"
  static let details = """
    Reads one order message from FILE or standard input, translates it as the box would, and prints one
    line of JSON for each event in it: the voice command; or {"acknowledges":"7421"},
    {"cancels":"7421"}, {"ignored":"type=order.ready"}. A message without an id is an event of its
    own: the box generates its id, and a placeholder is printed. What is rejected is told on standard
    error, and the exit code is 65.

    example: soundbox translate --config box.yaml --topic shop/orders/7 --explain < order.json
    """
  static let options = [
    Option("config", value: "FILE", "the box's configuration"),
    Option("topic", value: "TOPIC", "the topic of the message"),
    Option(
      "explain", "tell on standard error which rules were tried, what matched and what was read"),
  ]

  static func run(_ arguments: Arguments) async throws(Failure) {
    let configuration = try ConfigurationReader.read(
      try arguments.required("config"), environment: ProcessEnvironment.variables)
    let topic = try arguments.required("topic")
    let bytes = try TextFile.bytes(arguments.rest.first ?? "-")
    let translator = configuration.translator
    let now = BoxClock.system.now()
    if arguments.has("explain") {
      for line in translator.explain(bytes, topic: topic, at: now).lines {
        Console.printError(line)
      }
    }
    var rejected: [String] = []
    for event in translator.translate(bytes, topic: topic, at: now).events {
      switch event {
      case .instruction(let instruction): print(instruction)
      case .ignored(let kind):
        Console.print(JSON.object(["ignored": .string(kind)]).encoded)
      case .refused(_, let element, let refusal):
        rejected.append("rejected: \(element > 0 ? "element \(element): " : "")\(refusal)")
      }
    }
    guard rejected.isEmpty else { throw Failure(.data, rejected) }
  }

  private static func print(_ instruction: Instruction) {
    if var command = instruction.command {
      if command.id.isEmpty { command.id = "<session>-<n>" }
      Console.print(command.json.encoded)
    }
    for (key, order) in [
      ("acknowledges", instruction.acknowledges), ("cancels", instruction.cancels),
    ] {
      guard let order else { continue }
      Console.print(
        JSON.object([key: .string(order), "source": instruction.source.map { .string($0) }])
          .encoded)
    }
    for part in instruction.leftOut { Console.printError("left out: \(part)") }
  }
}
