import Interop
import ProgramKit
import Service

enum MonitorCommand: Command {
  static let words = ["monitor"]
  static let summary = "collect and show the receipts, states and health of all boxes"
  static let usage = "--config FILE [--log LEVEL]"
  static let details = """
    Runs until SIGTERM or SIGINT. Acknowledges a receipt to the broker only once it is in the database.
    Logs to standard error in journald's format, and notifies systemd when the monitor is online.
    See Deploy/fleet.yaml for a commented configuration.
    """
  static let options = [
    Option("config", value: "FILE", "the monitor's configuration"),
    Option("log", value: "LEVEL", "error, warning, notice, info (default) or debug"),
  ]

  static func run(_ arguments: Arguments) async throws(Failure) {
    let level = try arguments.logLevel()
    let configuration = try FleetReader.read(
      try arguments.required("config"), environment: ProcessEnvironment.variables)
    let monitor = try MonitorProgram(configuration, log: Log(level: level))
    do {
      try await monitor.run()
    } catch {
      throw Failure(.system, "\(error)")
    }
  }
}
