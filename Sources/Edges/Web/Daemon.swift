import CMicroHTTPD
import Dispatch
import Glibc
import Interop

/// libmicrohttpd at work, on a thread of its own.
@safe final class Daemon: @unchecked Sendable {
  /// Never changes, and is used by ``stop()`` only: so any thread may own the daemon.
  private let pointer: OpaquePointer
  /// libmicrohttpd points to both.
  private let processor: RequestQueue
  private let options: Options

  /// Starts to serve.
  init(_ listener: Listener, _ processor: RequestQueue) throws(WebError) {
    let settings = processor.settings
    let step = "serve \(settings.place(port: listener.port))"
    // libmicrohttpd closes what it is given.
    let socket = fcntl(listener.socket.rawValue, F_DUPFD_CLOEXEC, 3)
    guard socket >= 0 else { throw .system(errno, step) }
    var flags = MHD_USE_AUTO_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
    flags |= MHD_USE_ERROR_LOG.rawValue
    if listener.isIPv6 { flags |= MHD_USE_IPv6.rawValue }
    if settings.tls != nil { flags |= MHD_USE_TLS.rawValue }
    self.processor = processor
    options = Options(settings)
    var callbacks = unsafe processor.callbacks
    errno = 0
    let started = unsafe MHD_start_daemon_on(
      MicroHTTPD.library, socket, flags, &callbacks, options.items)
    guard let started = unsafe started else { throw .daemon(errno, processor.lastComplaint, step) }
    unsafe pointer = started
  }

  /// Ends its thread and closes all connections, none of which may be suspended.
  ///
  /// Corresponds to `MHD_stop_daemon`, which waits for the thread.
  func stop() async {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "web stop").async { [self] in
        unsafe MicroHTTPD.library.pointee.MHD_stop_daemon(pointer)
        continuation.resume()
      }
    }
  }
}
