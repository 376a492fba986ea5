import FoundationEssentials
import Glibc
import Interop
import Synchronization

/// A real mosquitto on a port of its own, which a test may kill and start again.
public final class MosquittoBroker: Sendable {
  /// The port it listens on, of 127.0.0.1.
  public let port: UInt16
  /// The folder with its configuration and what it keeps.
  public let folder: String
  private let process = Mutex<ChildProcess?>(nil)

  /// Writes the configuration; nothing runs yet.
  ///
  /// - Parameters:
  ///   - folder: An empty folder.
  ///   - port: A free port; `nil` looks for one.
  ///   - configuration: Lines to append to the configuration, which by default lets anybody in on
  ///     one listener, keeps sessions over an orderly end, and sends without delay.
  /// - Throws: Why the configuration could not be written.
  init(in folder: String, port: UInt16?, configuration: String) throws {
    self.folder = folder
    self.port = try port ?? freePort()
    let lines = """
      per_listener_settings false
      max_queued_messages 100000
      persistence true
      persistence_location \(folder)/
      set_tcp_nodelay true
      log_dest stderr
      log_type all
      user root
      \(configuration.contains("allow_anonymous") ? "" : "allow_anonymous true")
      listener \(self.port) 127.0.0.1
      \(configuration)

      """
    try lines.write(toFile: "\(folder)/mosquitto.conf", atomically: true, encoding: .utf8)
  }

  /// Starts it, again or for the first time, and waits until it listens.
  ///
  /// - Throws: ``MosquittoError`` with its last words if it ends instead.
  public func start() async throws {
    let child = try ChildProcess(
      "/usr/sbin/mosquitto", ["-c", "\(folder)/mosquitto.conf"], errors: .pipe)
    process.withLock { $0 = child }
    guard let output = child.errors else { return }
    var words: [String] = []
    let lines = output.lines()
    for await line in lines {
      words.append(line)
      if line.contains("running") { return }
    }
    throw MosquittoError("mosquitto ended: \(words.suffix(3).joined(separator: " / "))")
  }

  /// Kills it, as a power loss does, and waits for its end.
  public func kill() async { await end(SIGKILL) }

  /// Asks it to end, upon which it writes what it keeps, and waits for its end.
  public func terminate() async { await end(SIGTERM) }

  private func end(_ signal: Int32) async {
    let child = process.withLock { process in
      defer { process = nil }
      return process
    }
    child?.send(signal)
    _ = await child?.wait()
  }
}

/// Lends a real mosquitto, ready for clients, and kills it afterwards.
///
/// - Parameters:
///   - port: The port to listen on; `nil` looks for one.
///   - configuration: Lines to append to the configuration; its own `allow_anonymous` replaces the
///     default one. Paths in it are absolute.
///   - body: What to do with it.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or why the broker could not be started.
@discardableResult
public func withBroker<Result>(
  port: UInt16? = nil, configuration: String = "",
  body: (MosquittoBroker) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder { folder in
    let broker = try MosquittoBroker(in: folder, port: port, configuration: configuration)
    do {
      try await broker.start()
      let result = try await body(broker)
      await broker.kill()
      return result
    } catch {
      await broker.kill()
      throw error
    }
  }
}
