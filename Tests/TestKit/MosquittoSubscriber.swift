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

/// The messages among the lines of `mosquitto_sub`, which tells other things too.
public struct MosquittoMessages: AsyncSequence, Sendable {
  public typealias Element = MosquittoMessage

  let lines: AsyncStream<String>

  /// Goes through the messages that have not been taken yet.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var lines: AsyncStream<String>.AsyncIterator

    /// Waits for the next message.
    ///
    /// - Returns: The message; `nil` once the subscriber has ended or the task is cancelled.
    public mutating func next() async -> MosquittoMessage? {
      while let line = await lines.next(isolation: nil) {
        if let message = MosquittoMessage(line: line) { return message }
      }
      return nil
    }
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(lines: lines.makeAsyncIterator())
  }
}

/// A message as `mosquitto_sub` saw it.
public struct MosquittoMessage: Sendable, Equatable {
  /// Its topic.
  public let topic: String
  /// What it carries.
  public let payload: [UInt8]
  /// Its quality of service, 0 to 2.
  public let qos: Int
  /// Whether the broker had kept it.
  public let isRetained: Bool

  /// ``payload`` as text.
  public var text: String { String(decoding: payload, as: UTF8.self) }

  /// Reads a line in the form of ``MosquittoSubscriber/format``.
  init?(line: String) {
    let parts = line.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == MosquittoSubscriber.mark, let qos = Int(parts[1]) else {
      return nil
    }
    self.qos = qos
    isRetained = parts[2] == "1"
    let digits = Array(parts[3])
    payload = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    topic = String(parts[4])
  }
}

/// What one of mosquitto's programs did not do.
public struct MosquittoError: Error, CustomStringConvertible {
  /// The failure in words.
  public let description: String

  init(_ description: String) { self.description = description }
}
