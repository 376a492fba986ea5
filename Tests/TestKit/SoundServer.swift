import Glibc
import Interop
import Synchronization

/// A sound server of its own, with a sink that plays into nothing in real time: what a shop hears.
///
/// It is a private PulseAudio behind a socket; what programs play can be recorded bit by bit.
public final class SoundServer: Sendable {
  /// The sink's name as an ALSA device, for this process and for children with ``environment``.
  public let device: String
  /// What a child needs in its environment to find ``device``.
  public let environment: [String: String?]

  private let socket: String
  private let log: String
  private let home: [String: String?]
  private let process: ChildProcess
  private let counters = Mutex<[@Sendable () -> Int]>([])

  /// Rewinding is off: what a sink takes back to mix it anew would be missing in a recording.
  private static let sink = [
    "module-null-sink", "sink_name=counter", "rate=48000", "channels=1", "format=s16le",
    "norewinds=1",
  ]

  /// Starts a server, which may not answer yet.
  ///
  /// - Parameter folder: A folder for its socket and all it may want to write.
  /// - Throws: `SystemError`.
  init(folder: String) throws {
    socket = "unix:\(folder)/socket"
    log = "\(folder)/log"
    device = "counter:SERVER=\(socket)"
    environment = ["ALSA_CONFIG_PATH": try soundConfiguration.get()]
    home = ["HOME": folder, "XDG_RUNTIME_DIR": folder, "PULSE_RUNTIME_PATH": folder]
    process = try ChildProcess(
      "pulseaudio",
      [
        "-n", "--log-level=debug", "--log-target=newfile:\(log)", "--daemonize=no",
        "--exit-idle-time=-1", "--disallow-exit", "--system=false",
        "--use-pid-file=no", "-L",
        "module-native-protocol-unix socket=\(folder)/socket auth-anonymous=1", "-L",
        Self.sink.joined(separator: " "),
      ], environment: home, errors: .null)
  }

  /// Waits until it answers.
  func answer() async throws {
    for _ in 0..<2_000 {
      if case .exited(0) = try await pactl(["info"]).ending { return }
    }
    throw SoundServerError(step: "start a sound server")
  }

  /// Ends the server at once.
  func end() async {
    process.send(SIGKILL)
    _ = await process.wait()
  }

  /// Stops the server where it stands, as if it hung.
  public func freeze() { process.send(SIGSTOP) }

  /// Lets a frozen server go on.
  public func thaw() { process.send(SIGCONT) }

  /// Starts to record what the sink plays, and returns once the recording runs.
  ///
  /// - Returns: The recorder.
  /// - Throws: ``SoundServerError`` if nothing comes.
  public func record() async throws -> SoundRecorder {
    let recorder = try SoundRecorder(server: socket, environment: home)
    guard await recorder.wait(forBytes: 1) else {
      await recorder.end()
      throw SoundServerError(step: "record the sink")
    }
    return recorder
  }

  /// Unplugs the sink: programs that play on it lose it.
  ///
  /// - Throws: ``SoundServerError`` if there is none.
  public func removeSink() async throws {
    try await command(["unload-module", "module-null-sink"])
  }

  /// Plugs in the sink again.
  ///
  /// - Throws: ``SoundServerError``.
  public func makeSink() async throws {
    try await command(["load-module"] + Self.sink)
  }

  /// How many programs have a stream on the sink, whether it flows or stands still.
  ///
  /// - Returns: Their number.
  /// - Throws: `SystemError` if the server cannot be asked.
  public func streams() async throws -> Int {
    let list = try await pactl(["list", "short", "sink-inputs"]).output
    return list.split(separator: UInt8(ascii: "\n")).count
  }

  /// How often samples were lost on their way to the sink, so that a recording has a gap.
  ///
  /// That is the number of underruns that the server logs, since ALSA's plugin does not report them to
  /// the program that plays, and those that ``count(_:)`` adds. Stopping a stream is not an underrun.
  public var underruns: Int {
    let bytes = (try? FileDescriptor.open(log).readAll()) ?? []
    let logged = String(decoding: bytes, as: UTF8.self).split(separator: "\n").count {
      $0.contains(" underrun of '")
    }
    return counters.withLock { $0 }.reduce(logged) { $0 + $1() }
  }

  /// Adds a player's own count to ``underruns``.
  ///
  /// - Parameter underruns: How often the player's device ran out of samples so far.
  public func count(_ underruns: @escaping @Sendable () -> Int) {
    counters.withLock { $0.append(underruns) }
  }

  private func command(_ arguments: [String]) async throws {
    guard case .exited(0) = try await pactl(arguments).ending else {
      throw SoundServerError(step: arguments.joined(separator: " "))
    }
  }

  private func pactl(_ arguments: [String]) async throws -> (
    output: [UInt8], ending: ChildProcess.Ending
  ) {
    let pactl = try ChildProcess(
      "pactl", ["--server=\(socket)"] + arguments, environment: home, output: .pipe, errors: .null)
    return (await pactl.output?.readToEnd() ?? [], await pactl.wait())
  }
}

/// Lends a sound server, and ends it.
///
/// - Parameter body: What to do with it.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or why no server could be started.
public func withSoundServer<Result>(
  _ body: (SoundServer) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder { folder in
    let server = try SoundServer(folder: folder)
    do {
      try await server.answer()
      let result = try await body(server)
      await server.end()
      return result
    } catch {
      await server.end()
      throw error
    }
  }
}

/// The path of an ALSA configuration in which `counter:SERVER=…` is a sink of any sound server.
///
/// libasound looks for the path in the environment, which is set here, once, before the first test
/// can know a device's name. The file is the same for all runs and stays.
let soundConfiguration: Result<String, SystemError> = Result { () throws(SystemError) in
  let path = "/tmp/soundbox-test-\(getuid())-asound.conf"
  let temporary = "\(path).\(getpid())"
  let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  guard descriptor >= 0 else { throw SystemError.last("write \(temporary)") }
  try FileDescriptor(owning: descriptor).write(Array(text.utf8))
  guard unsafe rename(temporary, path) == 0, unsafe setenv("ALSA_CONFIG_PATH", path, 1) == 0 else {
    throw SystemError.last("write \(path)")
  }
  return path
}

private let text = """
  </usr/share/alsa/alsa.conf>
  pcm.counter {
    @args [ SERVER ]
    @args.SERVER { type string }
    type pulse
    server $SERVER
    device counter
  }

  """

/// What a sound server for tests could not do.
public struct SoundServerError: Error, CustomStringConvertible {
  /// What was tried.
  public let step: String

  public var description: String { "the sound server cannot \(step)" }
}

extension FileDescriptor {
  fileprivate func readAll() throws(SystemError) -> [UInt8] {
    var all: [UInt8] = []
    while case let bytes = try read(), !bytes.isEmpty { all += bytes }
    return all
  }
}
