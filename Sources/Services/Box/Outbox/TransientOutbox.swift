public import Service
import Synchronization

/// The box's messages that are no receipts, on their way to the broker.
public final class TransientOutbox: Sendable {
  private struct Waiting {
    let token: Int64
    let notice: Notice
    var isGivenOut = false
  }

  private struct State {
    var waiting: [Waiting] = []
    var lastToken: Int64 = 0
  }

  /// The most that wait for a broker; the oldest is given up then.
  static let limit = 256

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void
  private let log: Log

  /// Starts with none.
  ///
  /// - Parameters:
  ///   - log: Where it says that one was given up.
  ///   - wake: Called when there is one to give out.
  public init(log: Log, wake: @escaping @Sendable () -> Void) {
    self.log = log
    self.wake = wake
  }

  /// Publishes a message, now or when the broker is there.
  ///
  /// - Parameter notice: The message.
  public func add(_ notice: Notice) {
    let lost = state.withLock { state -> Notice? in
      if notice.isRetained {
        state.waiting.removeAll { $0.notice.topic == notice.topic && !$0.isGivenOut }
      }
      state.lastToken -= 1
      state.waiting.append(Waiting(token: state.lastToken, notice: notice))
      return state.waiting.count > Self.limit ? state.waiting.removeFirst().notice : nil
    }
    if let lost { log(.warning, "message given up, too many wait", ["topic": lost.topic]) }
    wake()
  }

  /// Starts over for a new connection: what was not acknowledged goes out again.
  public func restart() {
    state.withLock { state in
      for index in state.waiting.indices { state.waiting[index].isGivenOut = false }
    }
  }

  /// The next messages.
  ///
  /// - Parameter count: The most to give out.
  /// - Returns: Messages that this connection has not been given, with their marks, which are negative.
  public func next(atMost count: Int) -> [(token: Int64, notice: Notice)] {
    state.withLock { state in
      var next: [(Int64, Notice)] = []
      for index in state.waiting.indices where next.count < count {
        guard !state.waiting[index].isGivenOut else { continue }
        state.waiting[index].isGivenOut = true
        next.append((state.waiting[index].token, state.waiting[index].notice))
      }
      return next
    }
  }

  /// Notes that the broker has said something to messages, whatever it was.
  ///
  /// - Parameter tokens: Their marks.
  public func note(_ tokens: Set<Int64>) {
    guard !tokens.isEmpty else { return }
    state.withLock { state in state.waiting.removeAll { tokens.contains($0.token) } }
  }
}
