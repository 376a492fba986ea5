import Glibc
import Interop

/// A subscriber that owes nothing to our own link: `mosquitto_sub` as a child process.
///
/// It ends with its last owner.
public final class MosquittoSubscriber: Sendable {
  static let mark = "message:"
  static let format = "\(mark) %q %r %x %t"

  /// The messages as they arrive, retained ones first.
  public let messages: MosquittoMessages
  private let child: ChildProcess

  init(port: UInt16, filters: [String], arguments: [String]) async throws {
    // By itself the program keeps its words back until the first message.
    child = try ChildProcess(
      "/usr/bin/stdbuf",
      [
        "-oL", "mosquitto_sub", "-V", "5", "-h", "127.0.0.1", "-p", "\(port)", "-d", "-q", "1",
        "-F", Self.format,
      ]
        + filters.flatMap { ["-t", $0] } + arguments, output: .pipe)
    guard let output = child.output else { throw MosquittoError("mosquitto_sub is mute") }
    let lines = output.lines()
    for await line in lines where line.hasPrefix("Subscribed") {
      messages = MosquittoMessages(lines: lines)
      return
    }
    throw MosquittoError("mosquitto_sub ended before it had subscribed")
  }

  deinit { child.send(SIGKILL) }

  /// Waits for the next message.
  ///
  /// - Returns: The message.
  /// - Throws: ``MosquittoError`` if the subscriber has ended or the test's time is over.
  public func next() async throws -> MosquittoMessage {
    for await message in messages { return message }
    throw MosquittoError("no further message")
  }
}
