import Service
import Synchronization
public import Wire

/// Brings requests to boxes and their answers back.
///
/// Requests live in memory: one that is not answered in its time is forgotten, and its asker told.
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
  /// Tells this monitor's transactions from those of others.
  private let prefix: String

  /// Makes one.
  ///
  /// - Parameters:
  ///   - topics: The boxes' topics.
  ///   - name: Tells this monitor's requests from those of others, such as its client id.
  ///   - wake: Called when there is a request to send.
  public init(topics: FleetTopics, name: String, wake: @escaping @Sendable () -> Void) {
    self.topics = topics
    self.wake = wake
    prefix = "\(name)-\(String(UInt32.random(in: 0 ... .max), radix: 36))"
  }

  /// Asks a box.
  ///
  /// - Parameters:
  ///   - box: The box.
  ///   - action: What it is to do.
  ///   - patience: How long an answer may take.
  /// - Returns: Its answer, or why there is none.
  public func ask(
    _ box: BoxName, _ action: Request.Action, patience: Duration = .seconds(10)
  ) async -> Reply {
    let transaction = state.withLock { state in
      state.lastToken += 1
      return "\(prefix)-\(state.lastToken)"
    }
    let request = Request(action, transaction: transaction)
    let timer = Task {
      try await Task.sleep(for: patience)
      settle(transaction, .silence(after: patience))
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
              payload: Array(request.json.encoded.utf8), expiry: patience))
        }
        if Task.isCancelled { settle(transaction, .silence(after: .zero)) }
        wake()
      }
    } onCancel: {
      settle(transaction, .silence(after: .zero))
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
        // Nobody waits for it any more.
        if state.sent[parcel.token].map({ state.pending[$0] != nil }) == true {
          parcels.append(parcel)
        }
      }
      return parcels
    }
  }

  /// Tells what the broker said to a request.
  ///
  /// - Parameters:
  ///   - token: The request's mark.
  ///   - isTaken: Whether somebody is there to get it.
  public func sent(_ token: Int64, isTaken: Bool) {
    let transaction = state.withLock { $0.sent.removeValue(forKey: token) }
    if let transaction, !isTaken { settle(transaction, .unreachable) }
  }

  /// Takes the answers that have come.
  func take(_ answers: [BatchEffects.Answer]) {
    for answer in answers where answer.transaction.hasPrefix(prefix) {
      let isMeant = state.withLock { $0.pending[answer.transaction]?.box == answer.box }
      if isMeant { settle(answer.transaction, .answered(answer.response)) }
    }
  }

  private func settle(_ transaction: String, _ reply: Reply) {
    let pending = state.withLock { $0.pending.removeValue(forKey: transaction) }
    pending?.continuation.resume(returning: reply)
  }
}
