import FoundationEssentials
import Glibc
import Interop

/// Two nodes of ejabberd that are one broker.
///
/// They lie in a folder of their own, with a name server, a secret and ports of their own: other
/// Erlang programs on this machine do not meet them.
public final class EjabberdCluster: Sendable {
  /// One of the nodes.
  public let first: EjabberdNode
  /// The other one.
  public let second: EjabberdNode
  /// Where ``password`` is written.
  public let passwordFile: String

  /// Who a client must say it is: ejabberd lets anybody in, but nobody without a name.
  public static let username = "shop@localhost"
  /// Any password does, but there must be one.
  public static let password = "any"

  private let environment: [String: String?]
  private let nameServer: ChildProcess

  /// Starts the name server and writes the configuration; no node runs yet.
  ///
  /// - Parameter folder: An empty folder.
  /// - Throws: Why the files could not be written.
  init(in folder: String) throws {
    passwordFile = try write(Self.password, to: "\(folder)/password")
    let cookie = try write(UUID().uuidString, to: "\(folder)/.erlang.cookie")
    // Erlang refuses one that others can read.
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: cookie)
    let names = try freePort()
    environment = [
      "HOME": folder, "ERL_EPMD_PORT": "\(names)", "ERL_EPMD_ADDRESS": "127.0.0.1",
      "ERL_LIBS": "/usr/lib/x86_64-linux-gnu", "ERL_INETRC": "/etc/ejabberd/inetrc",
    ]
    first = try EjabberdNode("ej1@localhost", in: "\(folder)/ej1", environment: environment)
    second = try EjabberdNode("ej2@localhost", in: "\(folder)/ej2", environment: environment)
    // It says nothing unless asked to tell what it does.
    nameServer = try ChildProcess(
      "/usr/bin/epmd", ["-d", "-d"], environment: environment, errors: .pipe)
  }

  /// Starts both nodes, and waits until they are one broker.
  ///
  /// - Throws: ``ProgramFailed`` if they do not become one.
  func start() async throws {
    try await nameServerListens()
    async let one: Void = first.start()
    async let other: Void = second.start()
    _ = try await (one, other)
    // As `ejabberdctl` does.
    let child = try ChildProcess(
      EjabberdNode.erlang,
      EjabberdNode.arguments + [
        "-sname", "control@localhost", "-hidden", "-s", "ejabberd_ctl", "-extra", second.name,
        "--no-timeout", "join_cluster", first.name,
      ], environment: environment, output: .pipe, errors: .null)
    let words = String(decoding: await child.output?.readToEnd() ?? [], as: UTF8.self)
    guard await child.wait() == .exited(0) else {
      throw ProgramFailed(description: "\(second.name) did not join \(first.name): \(words)")
    }
  }

  private func nameServerListens() async throws {
    guard let output = nameServer.errors else { return }
    var words: [String] = []
    for await line in output.lines() {
      words.append(line)
      if line.contains("entering the main select() loop") { return }
    }
    throw ProgramFailed(description: "epmd: \(words.suffix(3).joined(separator: " / "))")
  }

  /// Kills both nodes and the name server, and waits for their end.
  func kill() async {
    await first.kill()
    await second.kill()
    nameServer.send(SIGKILL)
    _ = await nameServer.wait()
  }
}

/// Lends two nodes of ejabberd that are one broker, ready for clients, and kills them afterwards.
///
/// - Parameter body: What to do with them.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or why the nodes could not be started.
@discardableResult
public func withEjabberd<Result>(
  _ body: (EjabberdCluster) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder { folder in
    let cluster = try EjabberdCluster(in: folder)
    do {
      try await cluster.start()
      let result = try await body(cluster)
      await cluster.kill()
      return result
    } catch {
      await cluster.kill()
      throw error
    }
  }
}
