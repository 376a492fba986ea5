import Service
import Synchronization
public import Wire

/// What came of a request to a box.
public enum Reply: Sendable, Equatable {
  /// The box has responded.
  case answered(Response)
  /// No client subscribes to the box's topic: neither the box nor a session that queues for it.
  case unreachable
  /// The request did not reach the broker, or no response came, within the time.
  case timeout(after: Duration)
}

/// A request on its way to a box.
public struct Parcel: Sendable, Equatable {
  /// Identifies the publication in its result.
  public let token: Int64
  /// The topic.
  public let topic: String
  /// The request.
  public let payload: [UInt8]
  /// How long it is worth delivering.
  public let expiry: Duration

  /// Describes a publication.
  ///
  /// - Parameters:
  ///   - token: Identifies the publication in its result.
  ///   - topic: The topic.
  ///   - payload: The request.
  ///   - expiry: How long it is worth delivering.
  public init(token: Int64, topic: String, payload: [UInt8], expiry: Duration) {
    self.token = token
    self.topic = topic
    self.payload = payload
    self.expiry = expiry
  }
}

/// Sends requests to boxes and returns their responses.
///
/// Requests live in memory: one without a response in time is dropped, and its caller gets
/// ``Reply/timeout(after:)``.
public final class RequestClient: Sendable {
  private struct Pending {
    let box: BoxName
    let continuation: CheckedContinuation<Reply, Never>
  }

  private struct State {
    var waiting: [Parcel] = []
    /// By transaction.
    var pending: [String: Pending] = [:]
    /// What was given to the broker: the transactions by token.
    var sent: [Int64: String] = [:]
    var lastToken: Int64 = 0
  }

  private let state = Mutex(State())
  private let topics: FleetTopics
  private let wake: @Sendable () -> Void
  /// Tells this client's transactions from those of others.
  private let prefix: String

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - topics: The boxes' topics.
  ///   - name: Tells this client's requests from those of others, such as its MQTT client id.
  ///   - wake: Called when there is a request to send.
  public init(topics: FleetTopics, name: String, wake: @escaping @Sendable () -> Void) {
    self.topics = topics
    self.wake = wake
    prefix = "\(name)-\(String(UInt32.random(in: 0 ... .max), radix: 36))"
  }

  /// Sends a request and waits for the response.
  ///
  /// - Parameters:
  ///   - box: The box.
  ///   - action: What it is to do.
  ///   - timeout: How long the response may take.
  /// - Returns: The response, or why there is none.
  public func ask(
    _ box: BoxName, _ action: Request.Action, timeout: Duration = .seconds(10)
  ) async -> Reply {
    let transaction = state.withLock { state in
      state.lastToken += 1
      return "\(prefix)-\(state.lastToken)"
    }
    let request = Request(action, transaction: transaction)
    let timer = Task {
      try await Task.sleep(for: timeout)
      settle(transaction, .timeout(after: timeout))
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          state.pending[transaction] = Pending(box: box, continuation: continuation)
          state.lastToken += 1
          state.sent[state.lastToken] = transaction
          state.waiting.append(
            Parcel(
              token: state.lastToken,
              topic: topics.of(box).request(request.verb.rawValue),
              payload: Array(request.json.encoded.utf8), expiry: timeout))
        }
        if Task.isCancelled { settle(transaction, .timeout(after: .zero)) }
        wake()
      }
    } onCancel: {
      settle(transaction, .timeout(after: .zero))
    }
  }

  /// Gives out what is to be sent.
  ///
  /// - Parameter count: The most requests to give out.
  /// - Returns: The requests; they are not given out again.
  public func next(atMost count: Int) -> [Parcel] {
    state.withLock { state in
      var parcels: [Parcel] = []
      while parcels.count < count, !state.waiting.isEmpty {
        let parcel = state.waiting.removeFirst()
        // Its caller may have given up.
        if state.sent[parcel.token].map({ state.pending[$0] != nil }) == true {
          parcels.append(parcel)
        }
      }
      return parcels
    }
  }

  /// Records the broker's answer to a request.
  ///
  /// - Parameters:
  ///   - token: The request's token.
  ///   - isTaken: Whether the broker has a subscriber for it.
  public func sent(_ token: Int64, isTaken: Bool) {
    let transaction = state.withLock { $0.sent.removeValue(forKey: token) }
    if let transaction, !isTaken { settle(transaction, .unreachable) }
  }

  /// Hands responses to the callers that wait for them; others are ignored.
  ///
  /// - Parameter responses: What boxes have responded.
  public func receive(_ responses: [BoxResponse]) {
    for response in responses where response.transaction.hasPrefix(prefix) {
      let isMeant = state.withLock { $0.pending[response.transaction]?.box == response.box }
      if isMeant { settle(response.transaction, .answered(response.response)) }
    }
  }

  private func settle(_ transaction: String, _ reply: Reply) {
    let pending = state.withLock { $0.pending.removeValue(forKey: transaction) }
    pending?.continuation.resume(returning: reply)
  }
}
