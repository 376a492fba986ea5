import CMicroHTTPD
import Glibc

/// What libmicrohttpd calls, on its thread.
///
/// The context of the daemon is the processor, which outlives it. The context of a request is its
/// exchange, retained from the request line until it is completed: libmicrohttpd tells of the end of
/// each request that it told the beginning of.
extension RequestQueue {
  /// All callbacks; they point to this processor, unretained.
  var callbacks: MHD_Callbacks {
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
        unsafe RequestQueue.behind(context).complain(line.filter { $0 != "\n" })
      },
      target: { context, target, _ in
        let raw = unsafe target.map {
          unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
        }
        let exchange = unsafe Exchange(raw ?? [], RequestQueue.behind(context))
        return unsafe Unmanaged.passRetained(exchange).toOpaque()
      },
      // The escapes are ours to decode: libmicrohttpd would cut a text off at %00.
      unescape: { _, _, text in unsafe text.map { unsafe strlen($0) } ?? 0 },
      access: { _, connection, _, method, _, part, length, request in
        guard let connection = unsafe connection, let method = unsafe method,
          let length = unsafe length, let context = unsafe request?.pointee
        else { return .NO }
        let exchange = unsafe Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
        let goesOn = unsafe exchange.proceed(
          Connection(connection), String(cString: method),
          UnsafeRawBufferPointer(start: part, count: length.pointee))
        unsafe length.pointee = 0
        return goesOn ? .YES : .NO
      },
      completed: { _, connection, request, _ in
        guard let connection = unsafe connection, let context = unsafe request?.pointee else {
          return
        }
        unsafe request?.pointee = nil
        let exchange = unsafe Unmanaged<Exchange>.fromOpaque(context).takeRetainedValue()
        unsafe exchange.completed(Connection(connection))
      })
  }

  private static func behind(_ context: UnsafeMutableRawPointer?) -> RequestQueue {
    guard let context = unsafe context else {
      preconditionFailure("libmicrohttpd lost our context")
    }
    return unsafe Unmanaged.fromOpaque(context).takeUnretainedValue()
  }
}
