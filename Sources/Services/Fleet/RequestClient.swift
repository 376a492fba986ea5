import Messaging
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

/// Sends requests to boxes and returns their responses.
///
/// Requests live in memory: one without a response in time is dropped, and its caller gets
/// ``Reply/timeout(after:)``.
public final class RequestClient: Sendable {
  private struct Pending {
    let box: BoxName
    let responses: AsyncStream<Response>.Continuation
  }

  private struct State {
    /// By transaction.
    var pending: [String: Pending] = [:]
    var lastNumber: Int64 = 0
  }

  private let topics: FleetTopics
  private let publications: PublicationQueue
  /// Tells this client's transactions from those of others.
  private let prefix: String
  private let state = Mutex(State())

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - topics: The boxes' topics.
  ///   - name: Tells this client's requests from those of others, such as its MQTT client id.
  ///   - publications: Publishes the requests.
  public init(topics: FleetTopics, name: String, publications: PublicationQueue) {
    self.topics = topics
    self.publications = publications
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
    let (responses, continuation) = AsyncStream.makeStream(
      of: Response.self, bufferingPolicy: .bufferingOldest(1))
    let transaction = add(Pending(box: box, responses: continuation))
    defer { state.withLock { $0.pending[transaction] = nil } }
    let request = Request(action, transaction: transaction)
    let publication = Publication(
      topic: topics.of(box).request(request.verb.rawValue), text: request.json.encoded,
      expiry: timeout)
    return await withTaskGroup(of: Reply?.self) { group in
      group.addTask {
        for await response in responses { return .answered(response) }
        return nil
      }
      group.addTask { [publications] in
        switch await publications.publish(publication, timeout: timeout) {
        case .noSubscribers, .refused: .unreachable
        // Without an acknowledgement it may have arrived all the same.
        case .accepted, .unconfirmed: nil
        }
      }
      group.addTask {
        do { try await Task.sleep(for: timeout) } catch { return .timeout(after: .zero) }
        return .timeout(after: timeout)
      }
      defer { group.cancelAll() }
      for await reply in group {
        if let reply { return reply }
      }
      return .timeout(after: timeout)
    }
  }

  private func add(_ pending: Pending) -> String {
    state.withLock { state in
      state.lastNumber += 1
      let transaction = "\(prefix)-\(state.lastNumber)"
      state.pending[transaction] = pending
      return transaction
    }
  }

  /// Hands responses to the callers that wait for them; others are ignored.
  ///
  /// - Parameter responses: What boxes have responded.
  public func receive(_ responses: [BoxResponse]) {
    for response in responses where response.transaction.hasPrefix(prefix) {
      let pending = state.withLock { $0.pending[response.transaction] }
      if let pending, pending.box == response.box { pending.responses.yield(response.response) }
    }
  }
}
