import Dispatch
public import Glibc
import Synchronization

/// A child process, started without a shell.
///
/// It starts with no signal blocked and default signal handling, whatever ours are, so that signals
/// can end it. Arguments are passed unchanged: nothing expands or splits them.
public final class ChildProcess: Sendable {
  /// What one of its standard streams is connected to.
  public enum Stream: Sendable {
    /// `/dev/null`.
    case null
    /// Our own stream.
    case inherit
    /// A pipe, whose other end we hold.
    case pipe
  }

  /// How it ended.
  public enum Ending: Sendable, Equatable {
    /// It exited with this status.
    case exited(Int32)
    /// This signal ended it.
    case signalled(Int32)
  }

  private struct State {
    var ending: Ending?
    var waiting: [CheckedContinuation<Ending, Never>] = []
  }

  /// Its process id, which may belong to another process once this one has ended.
  public let processID: pid_t
  /// Our end of its standard input, if that is a pipe that is still open.
  public var input: FileDescriptor? { inputEnd.withLock { $0 } }
  /// Our end of its standard output, if that is a pipe.
  public let output: FileDescriptor?
  /// Our end of its standard error, if that is a pipe.
  public let errors: FileDescriptor?
  private let inputEnd: Mutex<FileDescriptor?>
  private let state = Mutex(State())

  /// Starts the program.
  ///
  /// Corresponds to `posix_spawnp`.
  ///
  /// - Parameters:
  ///   - program: A path, or a name that is looked up in `PATH`.
  ///   - arguments: The arguments after the program's own name.
  ///   - environment: Changes to our environment; `nil` removes a variable.
  ///   - input: Its standard input.
  ///   - output: Its standard output.
  ///   - errors: Its standard error.
  /// - Throws: ``SystemError`` if the program is missing or cannot be started.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    input: Stream = .null, output: Stream = .null, errors: Stream = .inherit
  ) throws(SystemError) {
    var plan = try SpawnPlan()
    let ours = (
      input: try plan.connect(0, to: input), output: try plan.connect(1, to: output),
      errors: try plan.connect(2, to: errors)
    )
    processID = try plan.start(program, arguments, environment)
    inputEnd = Mutex(ours.input)
    (self.output, self.errors) = (ours.output, ours.errors)
    reap()
  }

  /// Closes our end of its standard input, unless others hold it.
  public func closeInput() { inputEnd.withLock { $0 = nil } }

  /// Sends a signal if the process has not ended.
  ///
  /// - Parameter signal: A signal's number, such as `SIGTERM`.
  public func send(_ signal: Int32) {
    state.withLock { if $0.ending == nil { kill(processID, signal) } }
  }

  /// Waits until the process has ended.
  ///
  /// - Returns: How it ended.
  public func wait() async -> Ending {
    await withCheckedContinuation { continuation in
      let ending: Ending? = state.withLock {
        if $0.ending == nil { $0.waiting.append(continuation) }
        return $0.ending
      }
      if let ending { continuation.resume(returning: ending) }
    }
  }

  /// Waits for the end on a thread of its own.
  ///
  /// The process is reaped under the lock, so that ``send(_:)`` never signals a reused process id.
  private func reap() {
    DispatchQueue(label: "child process").async { [self] in
      var information = unsafe siginfo_t()
      while unsafe waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) != 0,
        errno == EINTR
      {}
      let (ending, waiting) = state.withLock { state in
        var status: Int32 = 0
        while unsafe waitpid(processID, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        let ending = signal == 0 ? Ending.exited((status >> 8) & 0xff) : .signalled(signal)
        state.ending = ending
        defer { state.waiting = [] }
        return (ending, state.waiting)
      }
      for continuation in waiting { continuation.resume(returning: ending) }
    }
  }
}
