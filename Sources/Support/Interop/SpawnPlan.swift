import CLinux
import Glibc

/// The settings of `posix_spawnp` for a child's streams and signals.
///
/// The pipes' far ends are closed with the plan, once the child has its copies.
@safe struct SpawnPlan: ~Copyable {
  private var actions = unsafe posix_spawn_file_actions_t()
  private var attributes = posix_spawnattr_t()
  private var farEnds: [FileDescriptor] = []

  init() throws(SystemError) {
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  }

  deinit {
    var (actions, attributes) = unsafe (actions, attributes)
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
  }

  /// Connects the child's stream `number` to `stream`; returns our end of a pipe.
  mutating func connect(
    _ number: Int32, to stream: ChildProcess.Stream
  ) throws(SystemError) -> FileDescriptor? {
    switch stream {
    case .inherit:
      return nil
    case .null:
      let mode = number == 0 ? O_RDONLY : O_WRONLY
      unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", mode, 0)
      return nil
    case .pipe:
      let (reading, writing) = try FileDescriptor.pipe()
      let (near, far) = number == 0 ? (writing, reading) : (reading, writing)
      unsafe posix_spawn_file_actions_adddup2(&actions, far.rawValue, number)
      farEnds.append(far)
      return near
    }
  }

  /// Starts the child.
  consuming func start(
    _ program: String, _ arguments: [String], _ changes: [String: String?]
  ) throws(SystemError) -> pid_t {
    var variables = ProcessEnvironment.variables
    for (name, value) in changes { variables[name] = value }
    let environment = unsafe Self.cStrings(variables.map { "\($0.key)=\($0.value)" })
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    let words = unsafe Self.cStrings([program] + arguments)
    defer { unsafe (words + environment).forEach { unsafe free($0) } }
    var processID: pid_t = 0
    let result = unsafe posix_spawnp(
      &processID, program, &actions, &attributes, words, environment)
    guard result == 0 else { throw SystemError(code: result, step: "start \(program)") }
    return processID
  }

  private static func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    unsafe texts.map { unsafe strdup($0) } + [nil]
  }
}
