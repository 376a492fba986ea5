import FoundationEssentials
import Glibc
import Interop
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A child process` {
  /// A program's output.
  private func output(
    of program: String, _ arguments: [String], environment: [String: String?] = [:]
  ) async throws -> String {
    let child = try ChildProcess(program, arguments, environment: environment, output: .pipe)
    let bytes = await child.output?.readToEnd() ?? []
    #expect(await child.wait() == .exited(0))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `gets its arguments unchanged, without a shell`() async throws {
    try await withTemporaryFolder { folder in
      let arguments = [
        "$(touch \(folder)/x)", "`touch \(folder)/x`", "a; touch \(folder)/x", "* ~ \"'", "",
      ]
      let text = try await output(of: "printf", ["%s\n"] + arguments)
      #expect(text == arguments.map { "\($0)\n" }.joined())
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }

  @Test(arguments: [0, 1, 7, 255])
  func `reports its exit status`(status: Int32) async throws {
    let child = try ChildProcess("sh", ["-c", "exit \(status)"])
    #expect(await child.wait() == .exited(status))
    #expect(await child.wait() == .exited(status))
  }

  @Test(arguments: [SIGTERM, SIGKILL, SIGINT, SIGHUP])
  func `reports the signal that ended it`(signal: Int32) async throws {
    let child = try ChildProcess("cat", input: .pipe)
    child.send(signal)
    #expect(await child.wait() == .signalled(signal))
    child.send(signal)
  }

  @Test func `can be ended although our thread blocks the signal`() async throws {
    let child = try started(blocking: SIGTERM)
    child.send(SIGTERM)
    #expect(await child.wait() == .signalled(SIGTERM))
  }

  /// Synchronous, so that everything happens on one thread.
  private func started(blocking signal: Int32) throws -> ChildProcess {
    var signals = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, signal)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try ChildProcess("cat", input: .pipe)
  }

  @Test func `starts with no signal blocked or ignored`() async throws {
    let status = try await output(of: "cat", ["/proc/self/status"])
    for name in ["SigBlk:", "SigIgn:"] {
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
      let signals = try #require(UInt64(line.dropFirst(name.count + 1), radix: 16))
      // Signals 32 and 33 are glibc's own, which it ignores in every child.
      #expect(signals & ~(3 << 31) == 0, "\(line)")
    }
  }

  @Test(arguments: ["no-such-program", "/no/such/program"])
  func `that is missing is an error with its name`(program: String) {
    let error = #expect(throws: SystemError.self) { _ = try ChildProcess(program) }
    // An unreadable folder in PATH makes it EACCES (POSIX, exec).
    #expect([ENOENT, EACCES].contains(error?.code))
    #expect("\(error as Any)".contains("cannot start \(program): "))
  }

  @Test func `that may not be run is an error`() {
    let error = #expect(throws: SystemError.self) { _ = try ChildProcess("/etc/passwd") }
    #expect(error?.code == EACCES)
  }

  @Test func `reads our pipe and writes two`() async throws {
    let child = try ChildProcess(
      "sh", ["-c", "read line; echo got $line; echo bad >&2"], input: .pipe, output: .pipe,
      errors: .pipe)
    try child.input?.write(Array("hello\n".utf8))
    async let output = child.output?.readToEnd()
    async let errors = child.errors?.readToEnd()
    #expect(await output == Array("got hello\n".utf8))
    #expect(await errors == Array("bad\n".utf8))
    #expect(await child.wait() == .exited(0))
  }

  @Test func `has no pipes unless asked`() async throws {
    let child = try ChildProcess("cat")
    #expect(child.input == nil && child.output == nil && child.errors == nil)
    #expect(await child.wait() == .exited(0))
  }

  @Test func `gets our variables with the changes`() async throws {
    let text = try await output(
      of: "env", [], environment: ["SOUNDBOX_TEST": "a=b c", "HOME": nil, "EMPTY": ""])
    let lines = text.split(separator: "\n")
    #expect(lines.contains("SOUNDBOX_TEST=a=b c"))
    #expect(lines.contains("EMPTY="))
    #expect(lines.contains { $0.hasPrefix("PATH=") })
    #expect(!lines.contains { $0.hasPrefix("HOME=") })
  }

  @Test func `inherits no descriptor of ours`() async throws {
    // Opened without O_CLOEXEC, as C libraries do.
    let leaky = FileDescriptor(owning: unsafe open("/dev/null", O_RDONLY))
    let other = try ChildProcess("cat", input: .pipe)
    let names = try await output(of: "ls", ["/proc/self/fd"])
    // 3 is the folder that `ls` reads.
    #expect(names.split(separator: "\n") == ["0", "1", "2", "3"])
    withExtendedLifetime(leaky) { other.send(SIGKILL) }
    _ = await other.wait()
  }

  @Test func `may write more than a pipe holds`() async throws {
    let text = try await output(of: "head", ["-c", "3000000", "/dev/zero"])
    #expect(text.utf8.count == 3_000_000)
  }

  @Test func `can be many at once`() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<20 {
        group.addTask { try await output(of: "echo", ["\(number)"]) == "\(number)\n" }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
