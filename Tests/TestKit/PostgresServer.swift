import FoundationEssentials
import Glibc
import Interop
import Synchronization

/// A real PostgreSQL 15 with data of its own, which a test may kill and start again.
///
/// It stores as it does in a shop: with `fsync`. PostgreSQL refuses to run as root: then it runs as
/// the user `postgres`.
public final class PostgresServer: Sendable {
  /// The port it listens on, of 127.0.0.1.
  public let port: UInt16
  /// The password of its user `soundbox`.
  public let password = PostgresServer.usualPassword
  /// The URL of its database, over TCP.
  public var url: String { "postgresql://soundbox:\(password)@127.0.0.1:\(port)/postgres" }
  /// The URL of its database, over the Unix socket.
  public var socketURL: String {
    "postgresql:///postgres?host=\(folder)&port=\(port)&user=soundbox"
  }
  /// The folder with its data and its socket.
  private let folder: String
  private let process = Mutex<ChildProcess?>(nil)

  private static let usualPassword = "s3cret-of-the-shop"
  private static let programs = "/usr/lib/postgresql/15/bin"

  /// Makes the data; nothing runs yet.
  ///
  /// - Parameter folder: An empty folder.
  /// - Throws: Why the data could not be made.
  init(in folder: String) async throws {
    let passwordFile = try write(Self.usualPassword, to: "\(folder)/password")
    if getuid() == 0 { try await TestKit.run("chown", "-R", "postgres:", folder) }
    let (program, arguments) = Self.command(
      "initdb",
      [
        "--pgdata=\(folder)/data", "--username=soundbox", "--pwfile=\(passwordFile)",
        "--auth-local=trust", "--auth-host=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8",
        "--no-sync", "--no-instructions",
      ])
    let child = try ChildProcess(program, arguments, errors: .pipe)
    let errors = await child.errors?.readToEnd() ?? []
    guard await child.wait() == .exited(0) else {
      throw ProgramFailed(description: "initdb: \(String(decoding: errors, as: UTF8.self))")
    }
    self.folder = folder
    // Last, since all that took a while: meanwhile somebody else could have taken the port.
    port = try freePort()
  }

  /// Makes another empty database.
  ///
  /// - Parameter name: Its name.
  /// - Returns: Its URL, over TCP.
  /// - Throws: ``ProgramFailed``.
  public func makeDatabase(_ name: String) async throws -> String {
    try await TestKit.run("createdb", "-h", folder, "-p", "\(port)", "-U", "soundbox", name)
    return "postgresql://soundbox:\(password)@127.0.0.1:\(port)/\(name)"
  }

  /// Runs statements as somebody else would.
  ///
  /// - Parameters:
  ///   - sql: The statements.
  ///   - database: The name of the database.
  /// - Throws: ``ProgramFailed`` if one of them fails.
  public func run(_ sql: String, in database: String) async throws {
    try await TestKit.run(
      "psql", "-h", folder, "-p", "\(port)", "-U", "soundbox", "-d", database, "-q",
      "-v", "ON_ERROR_STOP=1", "-c", sql)
  }

  /// Starts it, again or for the first time, and waits until it takes connections.
  ///
  /// - Throws: ``ProgramFailed`` with its last words if it ends instead.
  public func start() async throws {
    let options =
      ["listen_addresses=127.0.0.1", "port=\(port)", "unix_socket_directories=\(folder)"]
    let (program, arguments) = Self.command(
      "postgres", ["-D", "\(folder)/data"] + options.flatMap { ["-c", $0] })
    let child = try ChildProcess(program, arguments, errors: .pipe)
    process.withLock { $0 = child }
    guard let output = child.errors else { return }
    var words: [String] = []
    for await line in output.lines() {
      words.append(line)
      if line.contains("ready to accept connections") { return }
    }
    throw ProgramFailed(description: "postgres: \(words.suffix(3).joined(separator: " / "))")
  }

  /// Kills it with all its processes, as a power loss does, and waits for its end.
  public func kill() async {
    crash()
    let child = process.withLock { process in
      defer { process = nil }
      return process
    }
    _ = await child?.wait()
  }

  /// Kills it with all its processes; before it is started again, ``kill()`` must have waited.
  public func crash() { send(SIGKILL) }

  /// Stops it with all its processes where they stand, as if the machine hung.
  public func freeze() { send(SIGSTOP) }

  private func send(_ signal: Int32) {
    guard let child = process.withLock({ $0 }) else { return }
    // The children's ids stay theirs while their parent stands still.
    child.send(SIGSTOP)
    for processID in Self.children(of: child.processID) { Glibc.kill(processID, signal) }
    child.send(signal)
  }

  private static func children(of processID: pid_t) -> [pid_t] {
    let path = "/proc/\(processID)/task/\(processID)/children"
    let list = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return list.split(separator: " ").compactMap { pid_t($0) }
  }

  private static func command(
    _ name: String, _ arguments: [String]
  ) -> (program: String, arguments: [String]) {
    let program = "\(programs)/\(name)"
    guard getuid() == 0 else { return (program, arguments) }
    let user = ["--reuid=postgres", "--regid=postgres", "--init-groups"]
    return ("setpriv", user + [program] + arguments)
  }
}

/// Lends a real PostgreSQL with an empty database, ready for clients, and kills it afterwards.
///
/// - Parameter body: What to do with it.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or why the server could not be started.
@discardableResult
public func withPostgres<Result>(
  _ body: (PostgresServer) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder { folder in
    let server = try await PostgresServer(in: folder)
    do {
      try await server.start()
      let result = try await body(server)
      await server.kill()
      return result
    } catch {
      await server.kill()
      throw error
    }
  }
}
