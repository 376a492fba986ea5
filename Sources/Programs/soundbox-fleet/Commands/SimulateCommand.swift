import Interop
import MQTT
import ProgramKit
import Service
import Simulator

enum SimulateCommand: Command {
  static let words = ["simulate"]
  static let summary = "play a fleet of virtual boxes, and the back end that sends them orders"
  static let usage =
    "--broker URL|--config FILE --boxes N [--orders-per-minute M] [--minutes T] [options]"
  static let details = """
    Each box has a connection of its own and speaks the whole protocol, but for the sound: it takes its
    time, and says that it has spoken. A box gets its orders evenly spread from when it first comes
    online. Runs until SIGTERM or SIGINT, or until all orders of the minutes have come to their ends;
    then says goodbye for every box and prints what was done, to be compared with what a monitor has.
    The boxes begin each run with empty journals, as real ones do that have got new cards.

    --faults takes a list such as lost=1%,slow=20: so many boxes, or so many of a hundred, do this:
      lost        lose their connection without a word, for a while, again and again
      silent      say that commands are delivered, and never handle one
      slow        take 30 s to say anything
      duplicated  publish each receipt twice
      clock       have a clock that is a year behind
    Which boxes these are is always the same for the same seed.

    A connection needs three descriptors. Where one process may not have so many, the boxes are shared
    among several, which this command starts itself. If one of them breaks off, the others go on, and
    the end is an error (71).
    """
  static let options = [
    Option("broker", value: "URL", "mqtt://HOST:PORT, or mqtts://HOST:PORT for TLS"),
    Option("config", value: "FILE", "a monitor's configuration: its topics, and its broker"),
    Option("boxes", value: "N", "how many boxes there are"),
    Option("stores", value: "K", "how many stores they stand in (one for ten boxes)"),
    Option("prefix", value: "TEXT", "how the stores' names begin (sim-)"),
    Option("orders-per-minute", value: "M", "how many orders each box gets in a minute (1)"),
    Option("no-orders", "send no orders"),
    Option("minutes", value: "T", "for how long each box gets orders (until a signal comes)"),
    Option("faults", value: "LIST", "what goes wrong, see above (nothing)"),
    Option("speaking", value: "TIME", "how long a box speaks, such as 300ms (3s)"),
    Option("absence", value: "TIME", "how long a lost box is away, and then there again (60s)"),
    Option("will-delay", value: "TIME", "how long the broker waits before it calls one lost (15s)"),
    Option("patience", value: "TIME", "how long the last orders may take to their ends (2m)"),
    Option("seed", value: "NUMBER", "what decides about all that looks like chance (1)"),
    Option("connects-per-second", value: "N", "how fast they come online (500)"),
    Option("username", value: "NAME", "the name under which all of them are let in"),
    Option("password-file", value: "FILE", "where its password is"),
    Option("ca", value: "FILE", "the authorities that are trusted with mqtts, in PEM"),
    Option("processes", value: "N", "at least so many processes (as few as possible)"),
    Option("json", "print progress and result as JSON, a line each"),
    Option("share", value: "I/N", "play only each Nth box, from the Ith on; a part of a run"),
    Option("run", value: "TEXT", "what the ids of the orders begin with; one to six characters"),
  ]

  static func run(_ arguments: Arguments) async throws(Failure) {
    let plan = try SimulatePlan(arguments)
    let signals = Signals()
    do {
      if let processes = plan.processes(descriptors: DescriptorLimit.raise()) {
        try await SimulateProcesses(plan, count: processes).run(until: signals)
      } else {
        try await SimulateProgram(plan).run(until: signals)
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.system, "\(error)")
    }
  }
}
