import CMicroHTTPD
import Dispatch
import Glibc
import Interop

/// libmicrohttpd's server, on a thread of its own.
@safe final class Daemon: @unchecked Sendable {
  /// Never changes and is used by ``stop()`` only, so any thread may own the daemon.
  private let pointer: OpaquePointer
  // libmicrohttpd keeps pointers to both.
  private let queue: RequestQueue
  private let options: DaemonOptions

  /// Starts to serve.
  init(_ listener: Listener, _ queue: RequestQueue) throws(WebError) {
    let settings = queue.settings
    let step = "serve \(settings.place(port: listener.port))"
    // libmicrohttpd closes the socket that it is given.
    let socket = fcntl(listener.socket.rawValue, F_DUPFD_CLOEXEC, 3)
    guard socket >= 0 else { throw .system(errno, step) }
    var flags = MHD_USE_AUTO_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
    flags |= MHD_USE_ERROR_LOG.rawValue
    if listener.isIPv6 { flags |= MHD_USE_IPv6.rawValue }
    if settings.tls != nil { flags |= MHD_USE_TLS.rawValue }
    self.queue = queue
    options = DaemonOptions(settings)
    var callbacks = unsafe queue.callbacks
    errno = 0
    let started = unsafe MHD_start_daemon_on(
      MicroHTTPD.library, socket, flags, &callbacks, options.items)
    guard let started = unsafe started else { throw .daemon(errno, queue.lastMessage, step) }
    unsafe pointer = started
  }

  /// Ends the thread and closes all connections, none of which may be suspended.
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

/// The settings as libmicrohttpd's option array, which keeps pointers to the texts.
@safe private final class DaemonOptions {
  private(set) var items: [MHD_OptionItem] = unsafe []

  init(_ settings: WebSettings) {
    let seconds = max(1, settings.idleTimeout.components.seconds)
    add(.CONNECTION_LIMIT, settings.connections)
    add(.CONNECTION_TIMEOUT, Int(clamping: seconds))
    add(.CONNECTION_MEMORY_LIMIT, settings.connectionMemory)
    add(.STRICT_FOR_CLIENT, 1)
    if let tls = settings.tls {
      add(.HTTPS_MEM_CERT, tls.certificate)
      add(.HTTPS_MEM_KEY, tls.key)
      add(.HTTPS_PRIORITIES, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2")
      if let ca = tls.clientAuthorities { add(.HTTPS_MEM_TRUST, ca) }
    }
    unsafe items.append(MHD_OptionItem(option: .END, value: 0, ptr_value: nil))
  }

  deinit { unsafe items.forEach { unsafe free($0.ptr_value) } }

  private func add(_ option: MHD_OPTION, _ value: Int) {
    unsafe items.append(MHD_OptionItem(option: option, value: value, ptr_value: nil))
  }

  private func add(_ option: MHD_OPTION, _ text: String) {
    unsafe items.append(MHD_OptionItem(option: option, value: 0, ptr_value: strdup(text)))
  }
}

/// The functions that libmicrohttpd calls, on its thread.
///
/// The daemon's context is the queue, which outlives it. A request's context is its exchange, retained
/// from the request line until completion: libmicrohttpd reports the end of each request whose
/// beginning it has reported.
extension RequestQueue {
  /// All callbacks, with this queue as their unretained context.
  fileprivate var callbacks: MHD_Callbacks {
    unsafe MHD_Callbacks(
      context: Unmanaged.passUnretained(self).toOpaque(),
      log: { context, format, arguments in
        guard let format = unsafe format, let arguments = unsafe arguments else { return }
        let line = unsafe String(unsafeUninitializedCapacity: 512) { buffer in
          let length = unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
            unsafe vsnprintf(buffer.baseAddress, buffer.count, format, arguments)
          }
          return min(max(0, Int(length)), 511)
        }
        unsafe RequestQueue.from(context).log(line.filter { $0 != "\n" })
      },
      target: { context, target, _ in
        let raw = unsafe target.map {
          unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
        }
        let exchange = unsafe Exchange(raw ?? [], RequestQueue.from(context))
        return unsafe Unmanaged.passRetained(exchange).toOpaque()
      },
      // We decode escapes ourselves: libmicrohttpd would cut the text at %00.
      unescape: { _, _, text in unsafe text.map { unsafe strlen($0) } ?? 0 },
      access: { _, connection, _, method, _, part, length, request in
        guard let connection = unsafe connection, let method = unsafe method,
          let length = unsafe length, let context = unsafe request?.pointee
        else { return .NO }
        let exchange = unsafe Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
        let isKept = unsafe exchange.proceed(
          Connection(connection), String(cString: method),
          UnsafeRawBufferPointer(start: part, count: length.pointee))
        unsafe length.pointee = 0
        return isKept ? .YES : .NO
      },
      completed: { _, _, request, _ in
        guard let context = unsafe request?.pointee else { return }
        unsafe request?.pointee = nil
        unsafe Unmanaged<Exchange>.fromOpaque(context).takeRetainedValue().completed()
      })
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> RequestQueue {
    guard let context = unsafe context else {
      preconditionFailure("libmicrohttpd lost our context")
    }
    return unsafe Unmanaged.fromOpaque(context).takeUnretainedValue()
  }
}
