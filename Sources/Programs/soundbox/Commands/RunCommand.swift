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
  static let summary = "run the box: listen, speak, publish receipts"
  static let usage = "--config FILE [--log LEVEL]"
  static let details = """
    Runs until SIGTERM or SIGINT. Log lines go to standard error in journald's form; systemd is told
    once the box is online. See Deploy/box.yaml for a configuration with comments.
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
