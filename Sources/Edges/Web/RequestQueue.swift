import Synchronization

/// Where libmicrohttpd's thread and the tasks that answer meet, for one run of a server.
final class RequestQueue: Sendable {
  /// A request that waits for its answer.
  struct Call: Sendable {
    let exchange: Exchange
    let request: WebRequest
  }

  private struct State {
    var exchanges: [ObjectIdentifier: Exchange] = [:]
    var isClosed = false
    var lastComplaint: String?
  }

  let settings: WebSettings
  private let listener: @Sendable (String) -> Void
  let hangUps: DisconnectWatcher
  /// The requests that have come; no more of them wait than there are connections.
  let calls: AsyncStream<Call>
  private let caller: AsyncStream<Call>.Continuation
  private let state = Mutex(State())

  init(_ settings: WebSettings, _ complain: @escaping @Sendable (String) -> Void) throws(WebError) {
    self.settings = settings
    listener = complain
    hangUps = try DisconnectWatcher()
    (calls, caller) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingOldest(settings.connections))
  }

  /// Passes on what libmicrohttpd has to say.
  func complain(_ line: String) {
    state.withLock { $0.lastComplaint = line }
    listener(line)
  }

  /// What libmicrohttpd said last.
  var lastComplaint: String? { state.withLock { $0.lastComplaint } }

  /// Takes in a request.
  ///
  /// - Returns: Whether it may go on.
  func enter(_ exchange: Exchange) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.exchanges[ObjectIdentifier(exchange)] = exchange
      return true
    }
  }

  /// Forgets a request that is completed.
  func leave(_ exchange: Exchange) {
    state.withLock { state in
      state.exchanges[ObjectIdentifier(exchange)] = nil
    }
  }

  /// Has a request answered.
  func hand(over exchange: Exchange, _ request: WebRequest) {
    caller.yield(Call(exchange: exchange, request: request))
  }

  /// Breaks off all that is under way and lets nothing in any more.
  ///
  /// libmicrohttpd must not be stopped while connections are suspended: after this none is, and none
  /// will be.
  func close() {
    let exchanges = state.withLock { state in
      state.isClosed = true
      return state.exchanges.values
    }
    for exchange in exchanges { exchange.close() }
    caller.finish()
    hangUps.close()
  }
}
