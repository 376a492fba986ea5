import Audio
import Buttons
import GPIO
import Interop
import ProgramKit
import Settings
import Voice

enum CheckCommand: Command {
  static let words = ["check"]
  static let summary = "list every fault of configuration, pack, sound device and broker"
  static let usage = "--config FILE [--examples FOLDER]"
  static let details = """
    Checks everything the box needs and prints one line per fault: where it is, and how to fix it.
    Connects to the broker with the box's credentials and subscriptions but a client id of its own, so
    that a running box is not disturbed; only a broker that uses the user name as client id would
    disconnect the running box.

    The rules for order messages are proved against the pack: every phrase and currency that they name,
    every example message (`example:` beside a rule, or the files of FOLDER under every rule's topic), and
    rules that are never reached. What could not be proved is told as a warning, and is no fault.
    """
  static let options = [
    Option("config", value: "FILE", "the box's configuration"),
    Option("examples", value: "FOLDER", "a folder of example messages"),
  ]

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
      let proof = RuleProof(
        configuration, pack: pack(raw), examples: arguments["examples"])
      faults += proof.faults
      for warning in proof.warnings { Console.print("warning: \(warning)") }
      faults += await BrokerProbe.faults(of: configuration.broker, configuration.session)
    } else {
      faults.append("broker: not checked until the configuration is valid")
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

  private static func pack(_ raw: RawSettings) -> Pack? {
    guard let name = raw["pack"],
      let folder = try? PackFolder.find(name, sounds: raw["sounds"])
    else { return nil }
    return try? PackFiles(folder: folder).pack()
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

/// The settings of a file, unchecked: readable even if some of them are wrong.
struct RawSettings {
  private let lines: LineIndex?
  private let environment: [String: String]

  init(path: String, environment: [String: String]) {
    lines = (try? TextFile.text(path)).flatMap {
      try? SettingsDecoder().decode(LineIndex.self, from: $0, file: path)
    }
    self.environment = environment
  }

  /// The text of a top-level setting, or of the environment variable that overrides it.
  subscript(key: String) -> String? {
    environment["SOUNDBOX_\(key.uppercased())"] ?? lines?.text(of: key)
  }
}
