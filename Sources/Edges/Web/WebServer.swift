import Synchronization

/// An HTTP/1.1 server, plain or with TLS.
///
/// It listens as soon as it is initialized and serves while ``run()`` runs. Requests are answered
/// concurrently, each by a task of its own; a connection handles one request at a time. One thread of
/// libmicrohttpd does all the reading and writing.
public final class WebServer: Sendable {
  private let settings: WebSettings
  /// The listening socket, until the server runs.
  private let listener: Mutex<Listener?>
  private let log: @Sendable (String) -> Void
  private let respond: @Sendable (WebRequest) async -> WebResponse

  /// The port it listens on; if the settings say 0, the one the kernel has chosen.
  public let port: UInt16

  /// Binds the port and checks the certificates.
  ///
  /// - Parameters:
  ///   - settings: Where and how to serve.
  ///   - log: Receives libmicrohttpd's messages about broken connections and the like, one line each,
  ///     on its thread.
  ///   - respond: Answers one request. Cancelled when the server ends, but not when the client
  ///     disconnects.
  /// - Throws: ``WebError`` if the address is taken, not permitted or invalid, if a certificate or
  ///   key is unusable, or if libmicrohttpd is not installed.
  public init(
    _ settings: WebSettings, log: @escaping @Sendable (String) -> Void = { _ in },
    respond: @escaping @Sendable (WebRequest) async -> WebResponse
  ) throws(WebError) {
    try MicroHTTPD.load()
    try settings.tls?.check()
    self.settings = settings
    self.log = log
    self.respond = respond
    let listener = try Listener(settings)
    port = listener.port
    self.listener = Mutex(listener)
  }

  /// Serves until the task is cancelled; call it once.
  ///
  /// On cancellation it closes all connections, waits for the tasks that answer requests, and
  /// releases the port.
  ///
  /// - Throws: ``WebError`` if it cannot start, for want of threads, memory or descriptors.
  public func run() async throws(WebError) {
    guard let listener = listener.withLock({ $0.take() }) else {
      preconditionFailure("a web server runs only once")
    }
    let queue = RequestQueue(settings, log: log)
    let daemon = try Daemon(listener, queue)
    let respond = respond
    await withDiscardingTaskGroup { group in
      for await pending in queue.requests {
        group.addTask {
          let response = await PreparedResponse(respond(pending.request))
          // A response cut short by cancellation must not be sent.
          if Task.isCancelled { pending.exchange.close() }
          pending.exchange.answer(response)
          await response.sendChunks()
        }
      }
      queue.close()
    }
    await daemon.stop()
  }
}
