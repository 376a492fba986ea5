import CMicroHTTPD
import Synchronization

/// One request and its response.
///
/// libmicrohttpd's thread moves it from phase to phase; a task of ours provides the response. In
/// between, the connection is suspended; the caller that ends the wait resumes it under the lock.
final class Exchange: Sendable {
  private enum Phase {
    /// The request line has been read.
    case new
    /// The headers have been read, and perhaps a part of the body.
    case receiving
    /// The request is complete; the connection is suspended until there is a response.
    case waiting(Connection)
    /// There is a response for libmicrohttpd's thread to send.
    case answered(PreparedResponse)
    /// The response is being sent.
    case sending(ResponseBodyStream?)
    /// The exchange is over.
    case closed
  }

  private struct State {
    var phase = Phase.new
    var body: [UInt8] = []
    /// How much of the body was received, kept or not, in bytes.
    var length = 0
  }

  private let target: [UInt8]
  private let queue: RequestQueue
  private let state = Mutex(State())

  init(_ target: [UInt8], _ queue: RequestQueue) {
    self.target = target
    self.queue = queue
  }

  // MARK: libmicrohttpd's thread

  /// Handles a call of libmicrohttpd's access handler.
  ///
  /// - Returns: Whether to keep the connection.
  func proceed(_ connection: Connection, _ method: String, _ part: UnsafeRawBufferPointer) -> Bool {
    switch state.withLock({ $0.phase }) {
    case .new: begin(connection)
    case .receiving where unsafe part.isEmpty: submit(connection, method)
    case .receiving: unsafe keep(part)
    case .answered: send(to: connection)
    case .waiting, .sending: true
    case .closed: false
    }
  }

  /// Checks the headers before the body is read.
  private func begin(_ connection: Connection) -> Bool {
    guard queue.add(self) else { return false }
    if let length = connection.contentLength, length > queue.settings.bodyLimit {
      return connection.send(tooLong)
    }
    return state.withLock { state in
      if case .new = state.phase { state.phase = .receiving }
      return true
    }
  }

  /// Keeps a part of the body.
  ///
  /// A body can become too long here only if no header tells its length. Up to 1 MiB beyond the limit
  /// is discarded, so that the client finishes sending and reads the response.
  private func keep(_ part: UnsafeRawBufferPointer) -> Bool {
    let limit = queue.settings.bodyLimit
    return state.withLock { state in
      state.length += part.count
      if state.length <= limit { unsafe state.body.append(contentsOf: part) }
      return state.length <= limit + 1_048_576
    }
  }

  /// Queues the complete request.
  private func submit(_ connection: Connection, _ method: String) -> Bool {
    let (body, length) = state.withLock { ($0.body, $0.length) }
    guard length <= queue.settings.bodyLimit else { return connection.send(tooLong) }
    guard let target = Target(target) else {
      return connection.send(
        .text(status: 400, "The URL is malformed: check its escapes and dot segments."))
    }
    let request = connection.request(method, target, body)
    let isWaiting = state.withLock { state in
      guard case .receiving = state.phase else { return false }
      connection.suspend()
      state.phase = .waiting(connection)
      state.body = []
      return true
    }
    if isWaiting { queue.submit(request, of: self) }
    return isWaiting
  }

  private func send(to connection: Connection) -> Bool {
    let response: PreparedResponse? = state.withLock { state in
      guard case .answered(let response) = state.phase else { return nil }
      state.phase = .sending(response.bodyStream)
      return response
    }
    guard let response else { return false }
    response.bodyStream?.begin(on: connection.socket)
    return connection.send(response, log: queue.log)
  }

  /// Handles libmicrohttpd's end of the request; its socket is still open.
  func completed() {
    let bodyStream: ResponseBodyStream? = state.withLock { state in
      defer { state.phase = .closed }
      switch state.phase {
      case .answered(let response): return response.bodyStream
      case .sending(let bodyStream): return bodyStream
      case .new, .receiving, .waiting, .closed: return nil
      }
    }
    queue.remove(self)
    bodyStream?.end()
  }

  private var tooLong: WebResponse {
    .text(status: 413, "The body is longer than \(queue.settings.bodyLimit) bytes.")
  }

  // MARK: Any thread

  /// Sets the response.
  func answer(_ response: PreparedResponse) {
    let isTaken = state.withLock { state in
      guard case .waiting(let connection) = state.phase else { return false }
      state.phase = .answered(response)
      connection.resume()
      return true
    }
    if !isTaken { response.bodyStream?.end() }
  }

  /// Breaks the exchange off; the connection is not suspended again.
  func close() {
    let (sending, unsent): (ResponseBodyStream?, ResponseBodyStream?) = state.withLock { state in
      let phase = state.phase
      if case .sending(let bodyStream) = phase { return (bodyStream, nil) }
      state.phase = .closed
      if case .waiting(let connection) = phase { connection.resume() }
      if case .answered(let response) = phase { return (nil, response.bodyStream) }
      return (nil, nil)
    }
    sending?.breakOff()
    unsent?.end()
  }
}
