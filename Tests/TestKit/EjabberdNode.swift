import FoundationEssentials
import Glibc
import Interop
import Synchronization

/// A real ejabberd, one node of an ``EjabberdCluster``, which a test may kill and start again.
///
/// It is run by `erl` itself: `ejabberdctl` would change the user and look for nodes by their names.
public final class EjabberdNode: Sendable {
  /// The port of 127.0.0.1 on which it speaks MQTT.
  public let port: UInt16
  /// Its name within the cluster.
  let name: String
  private let folder: String
  private let environment: [String: String?]
  private let process = Mutex<ChildProcess?>(nil)

  static let erlang = "/usr/bin/erl"
  /// What every Erlang program of a cluster is told: to use the cluster's own name server, to stay on
  /// this machine, and not to spin when there is nothing to do.
  static let arguments = [
    "-noinput", "-start_epmd", "false", "-kernel", "inet_dist_use_interface", "{127,0,0,1}",
    "+sbwt", "none",
  ]

  /// Writes the configuration; nothing runs yet.
  ///
  /// - Parameters:
  ///   - name: Its name within the cluster.
  ///   - folder: A folder for it, which is made.
  ///   - environment: Variables of all nodes of the cluster.
  /// - Throws: Why the configuration could not be written.
  init(_ name: String, in folder: String, environment: [String: String?]) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    self.name = name
    self.folder = folder
    port = try freePort()
    // By default sessions last five minutes at most, whatever a client wishes.
    let configuration = """
      loglevel: info
      log_rotate_count: 0
      hosts: [localhost]
      auth_method: [anonymous]
      anonymous_protocol: login_anon
      allow_multiple_connections: true
      listen:
        - {port: \(port), ip: "127.0.0.1", module: mod_mqtt}
      modules:
        mod_mqtt: {session_expiry: 1 day, max_queue: 100000}

      """
    var own = environment
    own["EJABBERD_CONFIG_PATH"] = try write(configuration, to: "\(folder)/ejabberd.yml")
    own["EJABBERD_LOG_PATH"] = "\(folder)/ejabberd.log"
    own["ERL_CRASH_DUMP"] = "\(folder)/crash.dump"
    self.environment = own
  }

  /// Starts it, again or for the first time, and waits until it listens.
  ///
  /// One that has been in a cluster joins it again by itself.
  ///
  /// - Throws: ``ProgramFailed`` with its last words if it ends instead.
  public func start() async throws {
    let child = try ChildProcess(
      Self.erlang,
      Self.arguments + ["-sname", name, "-mnesia", "dir", "\"\(folder)/data\"", "-s", "ejabberd"],
      environment: environment, output: .pipe, errors: .null)
    process.withLock { $0 = child }
    guard let output = child.output else { return }
    var words: [String] = []
    for await line in output.lines() {
      words.append(line)
      if line.contains("Start accepting") { return }
    }
    throw ProgramFailed(description: "\(name): \(words.suffix(3).joined(separator: " / "))")
  }

  /// Kills it, as a power loss does, and waits for its end.
  public func kill() async {
    let child = process.withLock { process in
      defer { process = nil }
      return process
    }
    child?.send(SIGKILL)
    _ = await child?.wait()
  }

  /// Publishes one message at QoS 1 with `mosquitto_pub`, and waits until this node has it.
  ///
  /// - Parameters:
  ///   - payload: What it carries.
  ///   - topic: Where to.
  /// - Throws: ``MosquittoError`` if the program fails.
  public func publish(_ payload: String, to topic: String) async throws {
    let child = try ChildProcess(
      "/usr/bin/mosquitto_pub",
      [
        "-V", "5", "-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-t", topic, "-m", payload,
        "-u", EjabberdCluster.username, "-P", EjabberdCluster.password,
      ])
    let ending = await child.wait()
    guard ending == .exited(0) else {
      throw MosquittoError("mosquitto_pub ended with \(ending) for \(topic) at \(name)")
    }
  }

  /// Subscribes at QoS 1 with `mosquitto_sub`.
  ///
  /// - Parameter filters: Topic filters, one at least.
  /// - Returns: The subscriber, once this node has granted all filters.
  /// - Throws: ``MosquittoError`` if the program ends instead.
  public func subscribe(to filters: String...) async throws -> MosquittoSubscriber {
    try await MosquittoSubscriber(
      port: port, filters: filters,
      arguments: ["-u", EjabberdCluster.username, "-P", EjabberdCluster.password])
  }
}
