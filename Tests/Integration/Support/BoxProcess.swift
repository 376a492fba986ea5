import FoundationEssentials
import Glibc
import Interop
import Synchronization
import TestKit

/// A box that runs as a process of its own, in a folder of its own.
final class BoxProcess: Sendable {
  /// What differs from test to test.
  struct Setup {
    var port: UInt16
    var box = "counter-1"
    var pack = "zh-CN"
    var audio = "none"
    /// The settings of the queue; every order is spoken by itself unless a test says otherwise.
    var queue = "summaryAbove: never"
    var environment: [String: String?] = [:]
    /// Settings besides, at the top of the file.
    var more = ""
    /// Rules besides, before the one for orders.
    var rules = ""
  }

  let child: ChildProcess
  private let lines: AsyncStream<String>
  private let seen = Mutex<[String]>([])

  /// Writes the configuration into `folder` and starts the box there.
  init(in folder: String, _ setup: Setup, wrapper: [String] = []) throws {
    let configuration = """
      store: s042
      box: \(setup.box)
      broker: mqtt://127.0.0.1:\(setup.port)
      session: {reconnectLimit: 300ms, keepAlive: 5s}
      pack: \(Program.pack(setup.pack))
      audio: "\(setup.audio)"
      queue: {\(setup.queue)}
      state: \(folder)/state
      \(setup.more)
      orders:
      \(setup.rules)
        - topic: shop/orders/+
          when: {type: order.created}
          id: "{order.id}-created"
          order: "{order.id}"
          say: "order.new number:{order.number} money:{order.currency}{order.total}"
      """
    try configuration.write(
      toFile: "\(folder)/box.yaml", atomically: true, encoding: .utf8)
    let command =
      wrapper + [Program.path, "run", "--config", "\(folder)/box.yaml", "--log", "debug"]
    child = try ChildProcess(
      command[0], Array(command.dropFirst()), environment: setup.environment, errors: .pipe)
    lines = child.errors?.lines() ?? AsyncStream { $0.finish() }
  }

  deinit { child.send(SIGKILL) }

  /// Waits for a log line that has a text in it; one test waits at a time.
  func logs(_ text: String) async throws {
    for await line in lines {
      seen.withLock { $0.append(line) }
      if line.contains(text) { return }
    }
    throw BoxEnded(log: log)
  }

  /// All lines that were read so far.
  var log: String { seen.withLock { $0.joined(separator: "\n") } }

  /// Reads the rest of the log and waits for the end.
  func ended() async -> ChildProcess.Ending {
    for await line in lines { seen.withLock { $0.append(line) } }
    return await child.wait()
  }

  /// Asks it to end in peace, and waits for that.
  func stop() async -> ChildProcess.Ending {
    child.send(SIGTERM)
    return await ended()
  }
}

/// A box that ended although the test waited for it.
struct BoxEnded: Error, CustomStringConvertible {
  let log: String
  var description: String { "the box ended; its log:\n\(log)" }
}
