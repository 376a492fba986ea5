import Dispatch
import Glibc
import Interop
import Synchronization
public import Wire

/// A Chromium without a window, driven over its DevTools protocol through a pipe.
public final class Browser: Sendable {
  private struct State {
    var lastID = 0
    var waiting: [Int: CheckedContinuation<JSONObject, any Error>] = [:]
    var ending: BrowserFault?
    var complaints: [String] = []
  }

  private let child: ChildProcess
  private let state = Mutex(State())

  /// Starts it.
  ///
  /// - Parameter folder: Where it may keep what it wants to.
  /// - Throws: `SystemError`.
  public init(in folder: String) throws {
    // To write to one that has ended is an error like others, and no reason to end as well.
    signal(SIGPIPE, SIG_IGN)
    // It reads commands from descriptor 3 and writes answers to descriptor 4.
    child = try ChildProcess(
      "/bin/sh",
      [
        "-c", "exec chromium \"$@\" 3<&0 4>&1 </dev/null >/dev/null", "sh", "--headless",
        "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
        "--user-data-dir=\(folder)/browser", "--remote-debugging-pipe",
      ], environment: ["HOME": folder, "TMPDIR": folder, "LC_ALL": "C.UTF-8"], input: .pipe,
      output: .pipe,
      errors: .null)
    Task { [self] in await listen() }
  }

  /// What pages complained about: exceptions, errors, and violations of their policy.
  public var complaints: [String] { state.withLock { $0.complaints } }

  /// Asks for something, and waits for the answer.
  ///
  /// - Parameters:
  ///   - method: What, as the DevTools protocol calls it.
  ///   - parameters: Its parameters.
  ///   - session: The page that is asked; `nil` asks the browser.
  /// - Returns: The answer.
  /// - Throws: ``BrowserFault``.
  @discardableResult
  public func send(
    _ method: String, _ parameters: JSONObject = [:], session: String? = nil
  ) async throws -> JSONObject {
    try await withCheckedThrowingContinuation { continuation in
      let id: Int? = state.withLock { state in
        if let ending = state.ending {
          continuation.resume(throwing: ending)
          return nil
        }
        state.lastID += 1
        state.waiting[state.lastID] = continuation
        return state.lastID
      }
      guard let id else { return }
      let command = JSON.object([
        "id": .number(JSONNumber(id)), "method": .string(method), "params": .object(parameters),
        "sessionId": session.map { .string($0) },
      ])
      // If it has ended, so that it cannot be told anything, whoever listens learns of that and why.
      try? child.input?.write(Array(command.encoded.utf8) + [0])
    }
  }

  /// Ends it at once.
  public func end() async {
    child.send(SIGKILL)
    _ = await child.wait()
  }

  private func listen() async {
    guard let output = child.output else { return }
    for await message in output.pieces(endedBy: 0) {
      if let object = try? JSONReader.read(message).object { take(object) }
    }
    let fault =
      await child.wait() == .exited(127)
      ? BrowserFault("chromium is not installed: run Deploy/setup test")
      : BrowserFault("chromium has ended")
    let waiting = state.withLock { state in
      state.ending = fault
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume(throwing: fault) }
  }

  private func take(_ message: JSONObject) {
    if let id = message["id"]?.text.flatMap({ Int($0) }) {
      guard let continuation = state.withLock({ $0.waiting.removeValue(forKey: id) }) else {
        return
      }
      if let error = message["error"] {
        continuation.resume(throwing: BrowserFault(error.encoded))
      } else {
        continuation.resume(returning: message["result"]?.object ?? [:])
      }
      return
    }
    let parameters = message["params"] ?? .null
    let complaint: String? =
      switch message["method"]?.text {
      case "Runtime.exceptionThrown": parameters.encoded
      case "Runtime.consoleAPICalled"
      where ["error", "warning", "assert"].contains(parameters.value(at: ["type"])?.text):
        parameters.encoded
      case "Log.entryAdded" where parameters.value(at: ["entry", "source"])?.text == "security":
        parameters.encoded
      default: nil
      }
    if let complaint { state.withLock { $0.complaints.append(complaint) } }
  }
}

extension FileDescriptor {
  /// The pieces between bytes of one kind, as they arrive.
  fileprivate func pieces(endedBy end: UInt8) -> AsyncStream<[UInt8]> {
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
    DispatchQueue(label: "pieces").async { [self] in
      var rest: [UInt8] = []
      while let bytes = try? read(), !bytes.isEmpty {
        var start = bytes.startIndex
        while let place = bytes[start...].firstIndex(of: end) {
          continuation.yield(rest + bytes[start..<place])
          rest = []
          start = place + 1
        }
        rest += bytes[start...]
      }
      continuation.finish()
    }
    return stream
  }
}
