import CMicroHTTPD
import Interop

/// A response together with the stream its body is read from.
struct PreparedResponse: Sendable {
  let response: WebResponse
  /// The body, unless it is complete already.
  let bodyStream: ResponseBodyStream?

  init(_ response: WebResponse) {
    self.response = response
    bodyStream =
      switch response.body {
      case .bytes: nil
      case .chunks: ResponseBodyStream()
      }
  }

  /// Sends the chunks of the body, each once the client has read the one before.
  func sendChunks() async {
    guard case .chunks(let next) = response.body, let bodyStream else { return }
    do {
      while await bodyStream.waitUntilRead() {
        let chunk = try await next()
        if Task.isCancelled { return bodyStream.breakOff() }
        guard let chunk else { return bodyStream.finish() }
        bodyStream.send(chunk)
      }
    } catch {
      bodyStream.breakOff()
    }
  }
}

extension Connection {
  /// Sends a response of the server's own.
  func send(_ response: WebResponse) -> Bool { send(PreparedResponse(response)) { _ in } }

  /// Begins to send a response.
  ///
  /// - Returns: Whether libmicrohttpd accepted it.
  func send(_ prepared: PreparedResponse, log: (String) -> Void) -> Bool {
    guard let created = unsafe create(prepared) else { return false }
    let response = unsafe Owned(created) {
      unsafe MicroHTTPD.library.pointee.MHD_destroy_response($0)
    }
    for header in prepared.response.headers {
      guard header.isValidHeader,
        unsafe MicroHTTPD.library.pointee.MHD_add_response_header(
          response.pointer, header.name, header.value) == .YES
      else {
        log("invalid response header left out: \(header.name.debugDescription)")
        continue
      }
    }
    return unsafe MicroHTTPD.library.pointee.MHD_queue_response(
      pointer, UInt32(prepared.response.status), response.pointer)
      == .YES
  }

  private func create(_ prepared: PreparedResponse) -> OpaquePointer? {
    if case .bytes(let bytes) = prepared.response.body {
      return unsafe bytes.withUnsafeBytes { bytes in
        unsafe MicroHTTPD.library.pointee.MHD_create_response_from_buffer(
          bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
      }
    }
    guard let bodyStream = prepared.bodyStream else { return nil }
    let context = unsafe Unmanaged.passRetained(BodyReader(bodyStream, self)).toOpaque()
    let created = unsafe MicroHTTPD.library.pointee.MHD_create_response_from_callback(
      .max, 4_096, { unsafe BodyReader.read($0, $2, $3) },
      context, { unsafe BodyReader.release($0) })
    if unsafe created == nil { unsafe BodyReader.release(context) }
    return unsafe created
  }
}

/// A body stream and its connection, as one context for libmicrohttpd's callback.
private final class BodyReader {
  private let stream: ResponseBodyStream
  private let connection: Connection

  init(_ stream: ResponseBodyStream, _ connection: Connection) {
    self.stream = stream
    self.connection = connection
  }

  static func release(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<BodyReader>.fromOpaque(context).release()
  }

  static func read(
    _ context: UnsafeMutableRawPointer?, _ start: UnsafeMutablePointer<CChar>?, _ count: Int
  ) -> Int {
    guard let context = unsafe context else {
      preconditionFailure("libmicrohttpd lost our context")
    }
    let reader = unsafe Unmanaged<BodyReader>.fromOpaque(context).takeUnretainedValue()
    let buffer = unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
    return switch unsafe reader.stream.read(into: buffer, for: reader.connection) {
    case .bytes(let count): count
    case .nothingYet: 0
    case .end: -1  // MHD_CONTENT_READER_END_OF_STREAM
    case .broken: -2  // MHD_CONTENT_READER_END_WITH_ERROR
    }
  }
}

extension WebField {
  /// Whether it can be sent as a header: a token and visible text (RFC 9110, 5.1 and 5.5).
  fileprivate var isValidHeader: Bool {
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
