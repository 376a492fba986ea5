import CMicroHTTPD
import Interop

/// What a client is sent.
extension Connection {
  /// Sends an answer of the edge's own.
  func send(_ response: WebResponse) -> Bool { send(PreparedResponse(response)) { _ in } }

  /// Begins to send a response.
  ///
  /// - Returns: Whether libmicrohttpd took it.
  func send(_ reply: PreparedResponse, complain: (String) -> Void) -> Bool {
    guard let created = unsafe make(reply) else { return false }
    let made = unsafe Owned(created) { unsafe MicroHTTPD.library.pointee.MHD_destroy_response($0) }
    for header in reply.response.headers {
      guard header.isSound,
        unsafe MicroHTTPD.library.pointee.MHD_add_response_header(
          made.pointer, header.name, header.value) == .YES
      else {
        complain("a header of a response was left out: \(header.name.debugDescription)")
        continue
      }
    }
    return unsafe MicroHTTPD.library.pointee.MHD_queue_response(
      pointer, UInt32(reply.response.status), made.pointer)
      == .YES
  }

  private func make(_ reply: PreparedResponse) -> OpaquePointer? {
    if case .bytes(let bytes) = reply.response.body {
      return unsafe bytes.withUnsafeBytes { bytes in
        unsafe MicroHTTPD.library.pointee.MHD_create_response_from_buffer(
          bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
      }
    }
    guard let outflow = reply.outflow else { return nil }
    let context = unsafe Unmanaged.passRetained(Flowing(outflow, to: self)).toOpaque()
    let created = unsafe MicroHTTPD.library.pointee.MHD_create_response_from_callback(
      .max, 4_096, { unsafe Flowing.take($0, $2, $3) },
      context, { unsafe Flowing.release($0) })
    if unsafe created == nil { unsafe Flowing.release(context) }
    return unsafe created
  }
}

/// An outflow and the only connection that it flows to, as one context for libmicrohttpd.
private final class Flowing {
  private let outflow: ResponseBodyStream
  private let connection: Connection

  init(_ outflow: ResponseBodyStream, to connection: Connection) {
    self.outflow = outflow
    self.connection = connection
  }

  static func release(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<Flowing>.fromOpaque(context).release()
  }

  static func take(
    _ context: UnsafeMutableRawPointer?, _ start: UnsafeMutablePointer<CChar>?, _ count: Int
  ) -> Int {
    guard let context = unsafe context else {
      preconditionFailure("libmicrohttpd lost our context")
    }
    let flowing = unsafe Unmanaged<Flowing>.fromOpaque(context).takeUnretainedValue()
    let buffer = unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
    return switch unsafe flowing.outflow.take(into: buffer, for: flowing.connection) {
    case .bytes(let count): count
    case .nothingYet: 0
    case .end: -1  // MHD_CONTENT_READER_END_OF_STREAM
    case .broken: -2  // MHD_CONTENT_READER_END_WITH_ERROR
    }
  }
}

extension WebField {
  /// Whether it can be sent as a header: a token and visible text (RFC 9110, 5.1 and 5.5).
  fileprivate var isSound: Bool {
    let marks = Set("!#$%&'*+-.^_`|~".utf8)
    let isToken =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        marks.contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
    return isToken && !value.isEmpty && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
      && !["content-length", "transfer-encoding"].contains(name.lowercased())
  }
}
