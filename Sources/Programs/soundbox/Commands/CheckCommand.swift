import Audio
import Buttons
import Interop
import GPIO
import ProgramKit
import Settings

enum CheckCommand: Command {
  static let words = ["check"]
  static let summary = "list every fault of configuration, pack, sound device and broker"
  static let usage = "--config FILE"
  static let details = """
    Looks at everything the box needs and prints a line for each fault, with its place and what to do.
    The broker is asked with the box's own credentials and subscriptions, under a client id of its
    own, so that a box that runs is not disturbed; only a broker that takes the user name for the
    client id would show the running box the door.
    """
  static let options = [Option("config", value: "FILE", "the box's configuration")]

  static func run(_ arguments: Arguments) async throws(Failure) {
    let path = try arguments.required("config")
    let environment = ProcessEnvironment.variables
    var faults: [String] = []
    var configuration: Configuration?
    do {
      configuration = try ConfigurationReader.read(path, environment: environment)
    } catch {
      faults += error.lines
    }
    let raw = RawSettings(path: path, environment: environment)
    faults += packFaults(raw)
    faults += await deviceFaults(raw)
    if let configuration {
      faults += hardwareFaults(configuration)
      faults += await BrokerProbe.faults(of: configuration.broker, configuration.session)
    } else {
      faults.append("broker: not asked until the configuration is right")
    }
    guard faults.isEmpty else { throw Failure(.configuration, faults) }
    Console.print("\(path): no faults")
  }

  private static func packFaults(_ raw: RawSettings) -> [String] {
    guard let name = raw["pack"] else { return [] }
    do {
      return PackInspection.faults(in: try PackFolder.find(name, sounds: raw["sounds"]))
    } catch {
      return error.lines
    }
  }

  private static func deviceFaults(_ raw: RawSettings) async -> [String] {
    do {
      try await makeOutput(raw["audio"] ?? "default").check()
      return []
    } catch {
      return ["audio: \(error)"]
    }
  }

  private static func hardwareFaults(_ configuration: Configuration) -> [String] {
    var faults: [String] = []
    do { try configuration.button?.check() } catch { faults.append("button: \(error)") }
    do { try configuration.light?.check() } catch { faults.append("light: \(error)") }
    return faults
  }
}
