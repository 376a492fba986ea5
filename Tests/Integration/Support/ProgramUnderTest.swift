import Glibc
import Interop
import Synchronization
import TestKit

/// A program that runs as a process of its own: its log, its signals and its end.
///
/// It is killed when nothing refers to it any more.
final class ProgramUnderTest: Sendable {
  let child: ChildProcess
  /// Counts the box's announcements in which the sound device ran out of samples.
  let underruns = LineCount("sound device underrun")
  private let lines: AsyncStream<String>
  private let seen = Mutex<[String]>([])

  /// Starts a program, whose standard error is its log.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - environment: Variables that differ from ours; `nil` removes one.
  ///   - output: Where its standard output goes.
  /// - Throws: `SystemError` if it cannot be started.
  init(
    _ command: [String], environment: [String: String?] = [:], output: ChildProcess.Stream = .null
  ) throws {
    child = try ChildProcess(
      command[0], Array(command.dropFirst()), environment: environment, output: output,
      errors: .pipe)
    lines = child.errors?.lines(arrived: underruns.note) ?? AsyncStream { $0.finish() }
  }

  deinit { child.send(SIGKILL) }

  /// Waits for a log line that contains a text; one test waits at a time.
  ///
  /// - Parameter text: The text.
  /// - Throws: ``TestFailure`` with the log if the program ends before.
  func logs(_ text: String) async throws {
    for await line in lines {
      seen.withLock { $0.append(line) }
      if line.contains(text) { return }
    }
    throw TestFailure(text: "the program ended before it logged '\(text)'; its log:\n\(log)")
  }

  /// All log lines read so far.
  var log: String { seen.withLock { $0.joined(separator: "\n") } }

  /// Reads the rest of the log and waits for the end.
  func ended() async -> ChildProcess.Ending {
    for await line in lines { seen.withLock { $0.append(line) } }
    return await child.wait()
  }
}

/// Counts the log lines with a text as they arrive, read by the test or not.
final class LineCount: Sendable {
  private let text: String
  private let count = Mutex(0)

  init(_ text: String) { self.text = text }

  var value: Int { count.withLock { $0 } }

  func note(_ line: String) {
    if line.contains(text) { count.withLock { $0 += 1 } }
  }
}

/// What helpers around a ``ProgramUnderTest`` have in common.
protocol RunningProgram: Sendable {
  var program: ProgramUnderTest { get }
}

extension RunningProgram {
  var child: ChildProcess { program.child }

  /// All log lines read so far.
  var log: String { program.log }

  /// Waits for a log line that contains a text; one test waits at a time.
  func logs(_ text: String) async throws { try await program.logs(text) }

  /// Reads the rest of the log and waits for the end.
  func ended() async -> ChildProcess.Ending { await program.ended() }

  /// Shuts it down gracefully and waits for its end.
  func stop() async -> ChildProcess.Ending {
    child.send(SIGTERM)
    return await ended()
  }

  /// Kills it, as a power loss does, and waits for its end.
  func kill() async {
    child.send(SIGKILL)
    _ = await child.wait()
  }
}

/// Why a test cannot go on.
struct TestFailure: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}
