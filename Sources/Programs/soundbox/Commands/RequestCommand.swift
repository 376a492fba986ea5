import Glibc
import Interop
import MQTT
import ProgramKit
import Wire

enum RequestCommand: Command {
  static let words = ["request"]
  static let summary = "ask a running box, or all boxes of a store, for something"
  static let usage =
    "[--config FILE | --broker URL --store STORE] [--box BOX|all] VERB [ARGUMENT]"
  static let details = """
    Publishes a request and prints each answer as one line of JSON, with the name of its box in it if
    all boxes were asked. With --config, broker, credentials, store and box are those of the file; the
    client id is one of its own, so that a box that runs is not disturbed.

      acknowledge ORDER       end the repetition of an order
      stop [SCOPE]            stop speaking: current (default), queue or all
      say COMMAND             speak a sound command, and answer when it has been heard
      replay ID               speak a known command again
      volume [PERCENT]        read the volume, or set it, 0-100
      mute TIME               say nothing for a time such as 30m, or until 2026-11-29T20:00:00Z; or off
      receipts SEQ            publish the receipts after a number again
      health                  publish the health now

    example: soundbox request --config box.yaml --box all acknowledge 7421
    Ends with 65 if a box answers with an error, and with 69 if none answers.
    """
  static let options = [
    Option("config", value: "FILE", "a box's configuration"),
    Option("broker", value: "URL", "the broker, if there is no configuration"),
    Option("store", value: "STORE", "the store, if there is no configuration"),
    Option("box", value: "BOX", "the box that is asked, or all; the file's unless told"),
    Option("wait", value: "TIME", "how long to wait for answers: 10s, or 2s with --box all"),
  ]

  static func run(_ arguments: Arguments) async throws(Failure) {
    let target = try RequestTarget(arguments, environment: ProcessEnvironment.variables)
    let action = try RequestWords.action(arguments.rest, now: SystemClock.milliseconds)
    let wait = try arguments.duration("wait") ?? (target.isForAll ? .seconds(2) : .seconds(10))
    let request = Request(
      action, transaction: "\(getpid())-\(SystemClock.milliseconds)")
    let call = RequestCall(request, to: target)
    let errors = try await call.answers(within: wait) { Console.print($0) }
    guard errors.isEmpty else { throw Failure(.data, errors) }
  }
}
