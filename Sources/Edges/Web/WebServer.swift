import Synchronization

/// A server of HTTP/1.1, plain or with TLS.
///
/// It listens from the moment it is made, and serves while it runs. Requests are answered side by
/// side, each by a task of its own; a connection has one request at a time. One thread of
/// libmicrohttpd does all the reading and writing.
public final class WebServer: Sendable {
  private let settings: WebSettings
  /// Until it runs.
  private let listener: Mutex<Listener?>
  private let complain: @Sendable (String) -> Void
  private let respond: @Sendable (WebRequest) async -> WebResponse

  /// The port it listens on, also where the kernel has chosen it.
  public let port: UInt16

  /// Listens, and looks at the certificates.
  ///
  /// - Parameters:
  ///   - settings: Where and how to serve.
  ///   - complain: Told what libmicrohttpd has to say about clients that break off and the like, a
  ///     line at a time, on its thread.
  ///   - respond: Answers one request. Cancelled when the server ends, but not when the client goes.
  /// - Throws: ``WebError`` if the address is taken, not allowed or none, or if a certificate or key
  ///   is of no use, or if libmicrohttpd is not installed.
  public init(
    _ settings: WebSettings, complain: @escaping @Sendable (String) -> Void = { _ in },
    respond: @escaping @Sendable (WebRequest) async -> WebResponse
  ) throws(WebError) {
    try MicroHTTPD.load()
    try settings.tls?.check()
    self.settings = settings
    self.complain = complain
    self.respond = respond
    let listener = try Listener(settings)
    port = listener.port
    self.listener = Mutex(listener)
  }

  /// Serves until its task is cancelled; to be called once.
  ///
  /// Then it breaks off all connections and streams, waits until the last task that answers a request
  /// has ended, and leaves the port to others.
  ///
  /// - Throws: ``WebError`` if it cannot begin, for want of threads, memory or descriptors.
  public func run() async throws(WebError) {
    guard let listener = listener.withLock({ $0.take() }) else {
      preconditionFailure("a web server runs only once")
    }
    let processor = try RequestQueue(settings, complain)
    let daemon = try Daemon(listener, processor)
    let respond = respond
    await withDiscardingTaskGroup { group in
      for await call in processor.calls {
        group.addTask {
          let reply = await PreparedResponse(respond(call.request))
          // An answer that was cut short is none.
          if Task.isCancelled { call.exchange.close() }
          call.exchange.answer(reply)
          await reply.feed()
        }
      }
      processor.close()
    }
    await daemon.stop()
  }
}
