import Box
import Interop
import Orders
import ProgramKit
import Wire

enum TranslateCommand: Command {
  static let words = ["translate"]
  static let summary = "show how the box translates an order message"
  static let usage = "--config FILE --topic TOPIC [FILE]"
  static let details = """
    Reads one order message from FILE or standard input, translates it as the box would, and prints
    the voice command as one line of JSON. A message without an id is an event of its own: the box
    generates its id, and a placeholder is printed. If the message acknowledges an order, prints a line
    such as {"acknowledges":"7421"}.

    example: soundbox translate --config box.yaml --topic shop/orders/7 < order.json
    """
  static let options = [
    Option("config", value: "FILE", "the box's configuration"),
    Option("topic", value: "TOPIC", "the topic of the message"),
  ]

  static func run(_ arguments: Arguments) async throws(Failure) {
    let configuration = try ConfigurationReader.read(
      try arguments.required("config"), environment: ProcessEnvironment.variables)
    let topic = try arguments.required("topic")
    let bytes = try TextFile.bytes(arguments.rest.first ?? "-")
    let translator = try configuration.translator()
    let message: JSON
    do { message = try JSONReader.read(bytes) } catch { throw Failure(.data, "\(error)") }
    do {
      let translation = try translator.translate(
        message, topic: topic, at: BoxClock.system.now())
      if var command = translation.command {
        if command.id.isEmpty { command.id = "<session>-<n>" }
        Console.print(command.json.encoded)
      }
      if let order = translation.acknowledges {
        Console.print(JSON.object(["acknowledges": .string(order)]).encoded)
      }
    } catch {
      throw Failure(.data, "rejected: \(error)")
    }
  }
}
