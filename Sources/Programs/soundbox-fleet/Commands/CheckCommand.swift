import Interop
import ProgramKit

enum CheckCommand: Command {
  static let words = ["check"]
  static let summary = "list every fault of configuration, store and broker"
  static let usage = "--config FILE"
  static let details = """
    Looks at everything the monitor needs and prints a line for each fault, with its place and what to
    do. The broker is asked with the monitor's own credentials and subscriptions, under a client id of
    its own, so that a monitor that runs is not disturbed. The store is opened if it is there and no
    monitor uses it; nothing is made that is not there.
    """
  static let options = [Option("config", value: "FILE", "the monitor's configuration")]

  static func run(_ arguments: Arguments) async throws(Failure) {
    let path = try arguments.required("config")
    let configuration: FleetConfiguration
    do {
      configuration = try FleetReader.read(path, environment: ProcessEnvironment.variables)
    } catch {
      guard error.code == .configuration else { throw error }
      throw Failure(
        .configuration,
        error.lines + ["store and broker: not asked until the configuration is right"])
    }
    let faults =
      StoreCheck.faults(of: configuration.store)
      + (await BrokerProbe.faults(of: configuration.broker, configuration.session))
    guard faults.isEmpty else { throw Failure(.configuration, faults) }
    Console.print("\(path): no faults")
  }
}
