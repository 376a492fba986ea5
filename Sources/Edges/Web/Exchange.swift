import CMicroHTTPD
import Synchronization

/// One request and its response.
///
/// libmicrohttpd's thread leads it from phase to phase; a task gives the answer. In between the
/// connection is suspended, and whoever ends that resumes it under the lock.
final class Exchange: Sendable {
  private enum Phase {
    /// The request line has come.
    case fresh
    /// The headers have come, and a part of the body.
    case receiving
    /// All has come; the connection is suspended until there is an answer.
    case waiting(Connection)
    /// There is an answer, which libmicrohttpd's thread is to fetch.
    case answered(PreparedResponse)
    /// The answer is on its way.
    case sending(ResponseBodyStream?)
    /// Nothing more is to happen.
    case closed
  }

  private struct State {
    var phase = Phase.fresh
    var body: [UInt8] = []
    /// How much of the body has come, kept or not, in bytes.
    var length = 0
  }

  private let target: [UInt8]
  private let processor: RequestQueue
  private let state = Mutex(State())

  init(_ target: [UInt8], _ processor: RequestQueue) {
    self.target = target
    self.processor = processor
  }

  // MARK: libmicrohttpd's thread

  /// Does what is due.
  ///
  /// - Returns: Whether the connection goes on.
  func proceed(_ connection: Connection, _ method: String, _ part: UnsafeRawBufferPointer) -> Bool {
    switch state.withLock({ $0.phase }) {
    case .fresh: greet(connection)
    case .receiving where unsafe part.isEmpty: hand(over: connection, method)
    case .receiving: unsafe keep(part)
    case .answered: send(to: connection)
    case .waiting, .sending: true
    case .closed: false
    }
  }

  /// Looks at the headers, before the body is let in.
  private func greet(_ connection: Connection) -> Bool {
    guard processor.enter(self) else { return false }
    if let length = connection.contentLength, length > processor.settings.bodyLimit {
      return connection.send(tooLong)
    }
    return state.withLock { state in
      if case .fresh = state.phase { state.phase = .receiving }
      return true
    }
  }

  /// Keeps a part of the body.
  ///
  /// Only without a length in its headers can a body become too long: what exceeds the limit is
  /// thrown away, so that the client comes to its end and reads the answer, but not for ever.
  private func keep(_ part: UnsafeRawBufferPointer) -> Bool {
    let limit = processor.settings.bodyLimit
    return state.withLock { state in
      state.length += part.count
      if state.length <= limit { unsafe state.body.append(contentsOf: part) }
      return state.length <= limit + 1_048_576
    }
  }

  /// The request is whole: has it answered.
  private func hand(over connection: Connection, _ method: String) -> Bool {
    let (body, length) = state.withLock { ($0.body, $0.length) }
    guard length <= processor.settings.bodyLimit else { return connection.send(tooLong) }
    guard let target = Target(target) else {
      return connection.send(
        .text(status: 400, "The address cannot be read: see to its escapes and dots."))
    }
    let request = connection.request(method, target, body)
    let isWaiting = state.withLock { state in
      guard case .receiving = state.phase else { return false }
      connection.suspend()
      state.phase = .waiting(connection)
      state.body = []
      return true
    }
    if isWaiting { processor.hand(over: self, request) }
    return isWaiting
  }

  private func send(to connection: Connection) -> Bool {
    let reply: PreparedResponse? = state.withLock { state in
      guard case .answered(let reply) = state.phase else { return nil }
      state.phase = .sending(reply.outflow)
      return reply
    }
    guard let reply else { return false }
    if let outflow = reply.outflow {
      outflow.begin(on: connection.socket)
      if outflow.isWatched { processor.hangUps.watch(connection.socket, for: outflow) }
    }
    return connection.send(reply, complain: processor.complain)
  }

  /// libmicrohttpd is done with it; its socket is still open.
  func completed(_ connection: Connection) {
    let outflow: ResponseBodyStream? = state.withLock { state in
      defer { state.phase = .closed }
      switch state.phase {
      case .answered(let reply): return reply.outflow
      case .sending(let outflow): return outflow
      case .fresh, .receiving, .waiting, .closed: return nil
      }
    }
    processor.leave(self)
    guard let outflow else { return }
    if outflow.isWatched { processor.hangUps.forget(connection.socket) }
    outflow.end()
  }

  private var tooLong: WebResponse {
    .text(status: 413, "The body is longer than \(processor.settings.bodyLimit) bytes.")
  }

  // MARK: Any thread

  /// Answers the request.
  func answer(_ reply: PreparedResponse) {
    let isTaken = state.withLock { state in
      guard case .waiting(let connection) = state.phase else { return false }
      state.phase = .answered(reply)
      connection.resume()
      return true
    }
    if !isTaken { reply.outflow?.end() }
  }

  /// Breaks it off, for good: the connection is not suspended again.
  func close() {
    let (sending, unsent): (ResponseBodyStream?, ResponseBodyStream?) = state.withLock { state in
      let phase = state.phase
      if case .sending(let outflow) = phase { return (outflow, nil) }
      state.phase = .closed
      if case .waiting(let connection) = phase { connection.resume() }
      if case .answered(let reply) = phase { return (nil, reply.outflow) }
      return (nil, nil)
    }
    sending?.breakOff()
    unsent?.end()
  }
}
