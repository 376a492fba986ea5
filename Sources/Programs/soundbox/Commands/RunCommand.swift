import Audio
import Box
import Interop
import MQTT
import ProgramKit
import Service
import Voice
import Wire

enum RunCommand: Command {
  static let words = ["run"]
  static let summary = "run the box: receive orders, announce them, publish receipts"
  static let usage = "--config FILE [--log LEVEL]"
  static let details = """
    Runs until SIGTERM or SIGINT. Logs to standard error in journald's format, and notifies systemd
    when the box is online. See Deploy/box.yaml for a commented configuration.
    """
  static let options = [
    Option("config", value: "FILE", "the box's configuration"),
    Option("log", value: "LEVEL", "error, warning, notice, info (default) or debug"),
  ]

  static func run(_ arguments: Arguments) async throws(Failure) {
    let level = try arguments.logLevel()
    let signals = Signals()
    let configuration = try ConfigurationReader.read(
      try arguments.required("config"), environment: ProcessEnvironment.variables)
    let log = Log(level: level)
    if let zone = configuration.timeZone { _ = TimeZone.use(zone) }
    let box = try BoxProgram(
      configuration, log: log, observe: KillPoint.observer(ProcessEnvironment.variables))
    do {
      try await box.run(until: signals)
    } catch {
      throw Failure(.system, "\(error)")
    }
  }
}
