import BrowserKit
import FoundationEssentials
import Glibc
import Interop
import Synchronization
import TestKit

/// A program under test, as the build made it, running in a folder of its own.
final class Program: Sendable {
  /// The repository.
  static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  private let child: ChildProcess
  private let lines: AsyncStream<String>
  private let seen = Mutex<[String]>([])

  /// Starts it.
  ///
  /// - Parameters:
  ///   - name: Its name; it lies beside the test bundle.
  ///   - arguments: Its arguments.
  /// - Throws: `SystemError` if it is not there.
  init(_ name: String, _ arguments: String...) throws {
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder = URL(fileURLWithPath: bundle).deletingLastPathComponent().path
    child = try ChildProcess("\(folder)/\(name)", arguments, errors: .pipe)
    lines = child.errors?.lines() ?? AsyncStream { $0.finish() }
  }

  deinit { child.send(SIGKILL) }

  /// Waits for a log line that has a text in it.
  func logs(_ text: String) async throws {
    for await line in lines {
      seen.withLock { $0.append(line) }
      if line.contains(text) { return }
    }
    throw BrowserFault("it ended: \(seen.withLock { $0.suffix(5).joined(separator: " / ") })")
  }

  /// Sends a signal.
  func send(_ signal: Int32) { child.send(signal) }

  /// Ends it in peace.
  func stop() async {
    child.send(SIGTERM)
    _ = await child.wait()
  }
}
