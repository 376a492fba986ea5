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
