import Interop
import MQTT
import ProgramKit
import Service
import Simulator

enum SimulateCommand: Command {
  static let words = ["simulate"]
  static let summary = "simulate a fleet of boxes, and the back end that sends them orders"
  static let usage =
    "--broker URL|--config FILE --boxes N [--orders-per-minute M] [--minutes T] [options]"
  static let details = """
    Each box has its own connection and implements the whole protocol except the sound: it waits as
    long as an announcement takes, and reports it as played. Orders are evenly spread, starting when a
    box first comes online. Runs until SIGTERM or SIGINT, or until all orders of the given minutes are
    handled; then disconnects every box and prints totals to compare with a monitor's. The boxes start
    each run with empty journals, as real ones do with a new card.

    --faults takes a list such as lost=1%,slow=20: this many boxes, or this percentage, misbehave:
      lost        lose their connection for a while, repeatedly
      silent      report commands as delivered, but never handle one
      slow        take 30 s for each announcement
      duplicated  publish each receipt twice
      clock       have a clock that is a year behind
    The same seed always selects the same boxes.

    A connection needs three file descriptors. If one process may not have enough, this command starts
    several, which share the boxes. If one of them fails, the others go on, and the exit code is 71.
    """
  static let options = [
    Option("broker", value: "URL", "mqtt://HOST:PORT, or mqtts://HOST:PORT for TLS"),
    Option("config", value: "FILE", "a monitor's configuration, for its topics and broker"),
    Option("boxes", value: "N", "number of boxes"),
    Option("stores", value: "K", "number of stores (one per ten boxes)"),
    Option("prefix", value: "TEXT", "prefix of the stores' names (sim-)"),
    Option("orders-per-minute", value: "M", "orders per box and minute (1)"),
    Option("no-orders", "send no orders"),
    Option("minutes", value: "T", "how long each box receives orders (until a signal)"),
    Option("faults", value: "LIST", "faults, see above (none)"),
    Option("speaking", value: "TIME", "duration of an announcement, such as 300ms (3s)"),
    Option("absence", value: "TIME", "how long a lost box is offline, and then online (60s)"),
    Option("will-delay", value: "TIME", "will delay: how long until a box counts as lost (15s)"),
    Option("patience", value: "TIME", "how long to wait for the last orders at the end (2m)"),
    Option("seed", value: "NUMBER", "seed of the random numbers (1)"),
    Option("connects-per-second", value: "N", "connections opened per second (500)"),
    Option("username", value: "NAME", "the user name of all boxes"),
    Option("password-file", value: "FILE", "the file with its password"),
    Option("ca", value: "FILE", "the trusted certificate authorities for mqtts, in PEM"),
    Option("processes", value: "N", "minimum number of processes (1)"),
    Option("json", "print progress and result as JSON, one line each"),
    Option("share", value: "I/N", "simulate only every Nth box, from the Ith on"),
    Option("run", value: "TEXT", "prefix of the order ids; one to six characters"),
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
