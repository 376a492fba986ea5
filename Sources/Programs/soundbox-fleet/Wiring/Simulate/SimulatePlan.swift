import Interop
import MQTT
import Monitor
import ProgramKit
import Simulator
import Wire

/// The settings of a simulation, from the command line.
struct SimulatePlan {
  /// File descriptors of a process besides those of the boxes.
  private static let otherDescriptors = 64

  var broker: Broker
  var settings: SimulatorSettings
  var willDelay: Duration
  var patience: Duration
  var connectsPerSecond: Int
  var isJSON: Bool
  /// Whether this process simulates only a share of the boxes.
  var isShare: Bool
  /// The minimum number of processes.
  var processes: Int
  /// The command line, to start processes with a share of the boxes.
  var arguments: [String]

  init(_ arguments: Arguments) throws(Failure) {
    self.arguments = Array(CommandLine.arguments.dropFirst())
    let monitor = try arguments["config"].map { (path) throws(Failure) in
      try FleetReader.read(path, environment: ProcessEnvironment.variables)
    }
    broker = try Self.broker(arguments, of: monitor)
    let boxes = try arguments.count("boxes") ?? 0
    guard boxes > 0 else { throw Failure(.usage, "--boxes is missing; see --help") }
    settings = SimulatorSettings(
      boxes: boxes, stores: try arguments.count("stores") ?? max(1, boxes / 10),
      prefix: arguments["prefix"] ?? "sim-",
      topics: try Self.topics(of: monitor),
      ordersPerMinute: arguments["no-orders"] != nil
        ? 0 : try arguments.number("orders-per-minute") ?? 1,
      minutes: try arguments.number("minutes"))
    if let text = arguments["faults"] {
      guard let faults = Faults(text) else {
        let kinds = Faults.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure(
          .usage, "--faults must be a list such as lost=1%,slow=20; the faults are \(kinds)")
      }
      settings.faults = faults
    }
    if let seed = try arguments.count("seed") { settings.seed = UInt64(seed) }
    settings.run =
      arguments["run"] ?? String(SystemClock.milliseconds / 1000 % (1 << 30), radix: 36)
    guard (1...6).contains(settings.run.utf8.count) else {
      throw Failure(.usage, "--run must be one to six characters")
    }
    settings.speaking = try arguments.duration("speaking") ?? settings.speaking
    settings.absence = try arguments.duration("absence") ?? settings.absence
    willDelay = try arguments.duration("will-delay") ?? .seconds(15)
    patience = try arguments.duration("patience") ?? .seconds(120)
    connectsPerSecond = try arguments.count("connects-per-second") ?? 500
    isJSON = arguments["json"] != nil
    isShare = arguments["share"] != nil
    processes = try arguments.count("processes") ?? 1
    if let text = arguments["share"] {
      let parts = text.split(separator: "/").compactMap { Int($0) }
      guard parts.count == 2, parts[1] > 0, (0..<parts[1]).contains(parts[0]) else {
        throw Failure(.usage, "--share must be I/N, with I from 0 to N - 1")
      }
      settings.share = (parts[0], parts[1])
    }
    guard settings.name(at: boxes - 1) != nil else {
      throw Failure(.usage, "--prefix must be at most 50 letters, digits, _ and -")
    }
  }

  /// The number of processes to start; `nil` if this one is enough.
  func processes(descriptors: Int) -> Int? {
    guard !isShare else { return nil }
    let most = max(1, (descriptors - Self.otherDescriptors) / 3)
    let count = max(min(processes, settings.boxes), (settings.boxes + most - 1) / most)
    return count > 1 ? count : nil
  }

  /// What a box and its broker agree on.
  func session(_ clientID: String, _ subscriptions: [String]) -> SessionSettings {
    var session = SessionSettings(
      clientID: clientID, subscriptions: subscriptions, expiry: .seconds(3600),
      willDelay: willDelay, patience: .seconds(30))
    // A later run starts with empty journals, and a broker that keeps thousands of sessions is slow.
    session.endsWithGoodbye = true
    return session
  }

  private static func topics(of monitor: FleetConfiguration?) throws(Failure) -> FleetTopics {
    if let monitor { return monitor.settings.topics }
    do { return try FleetTopics() } catch { throw Failure(.system, "\(error)") }
  }

  private static func broker(
    _ arguments: Arguments, of monitor: FleetConfiguration?
  ) throws(Failure) -> Broker {
    var broker: Broker
    if let monitor, arguments["broker"] == nil {
      broker = monitor.broker
    } else {
      let url = try arguments.required("broker")
      guard let named = Broker(url: url) else {
        throw Failure(.usage, "'\(url)' is not a broker URL; write mqtt://HOST:PORT")
      }
      broker = named
    }
    if let ca = arguments["ca"] {
      guard broker.tls != nil else { throw Failure(.usage, "--ca needs an mqtts: broker") }
      broker.tls?.ca = ca
    }
    if let username = arguments["username"] {
      broker.credentials = Credentials(
        username: username,
        password: try TextFile.secret(try arguments.required("password-file")))
    }
    return broker
  }
}
