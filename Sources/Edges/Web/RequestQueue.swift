import Synchronization

/// The requests of one server run, passed from libmicrohttpd's thread to the tasks that answer them.
final class RequestQueue: Sendable {
  /// A request that waits for its answer.
  struct PendingRequest: Sendable {
    let exchange: Exchange
    let request: WebRequest
  }

  private struct State {
    var exchanges: [ObjectIdentifier: Exchange] = [:]
    var isClosed = false
    var lastMessage: String?
  }

  let settings: WebSettings
  private let writeLog: @Sendable (String) -> Void
  /// The complete requests, at most one per connection.
  let requests: AsyncStream<PendingRequest>
  private let continuation: AsyncStream<PendingRequest>.Continuation
  private let state = Mutex(State())

  init(_ settings: WebSettings, log: @escaping @Sendable (String) -> Void) {
    self.settings = settings
    writeLog = log
    (requests, continuation) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingOldest(settings.connections))
  }

  /// Passes on a message of libmicrohttpd.
  func log(_ message: String) {
    state.withLock { $0.lastMessage = message }
    writeLog(message)
  }

  /// The latest message of libmicrohttpd.
  var lastMessage: String? { state.withLock { $0.lastMessage } }

  /// Registers an exchange that has begun.
  ///
  /// - Returns: Whether it may go on.
  func add(_ exchange: Exchange) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.exchanges[ObjectIdentifier(exchange)] = exchange
      return true
    }
  }

  /// Removes an exchange that is completed.
  func remove(_ exchange: Exchange) {
    state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = nil }
  }

  /// Queues a complete request.
  func submit(_ request: WebRequest, of exchange: Exchange) {
    continuation.yield(PendingRequest(exchange: exchange, request: request))
  }

  /// Breaks off all exchanges and admits no more.
  ///
  /// libmicrohttpd must not be stopped while connections are suspended: after this call none is, and
  /// none will be.
  func close() {
    let exchanges = state.withLock { state in
      state.isClosed = true
      return state.exchanges.values
    }
    for exchange in exchanges { exchange.close() }
    continuation.finish()
  }
}
