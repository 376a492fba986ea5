import CMicroHTTPD
import Glibc

/// A client's connection in libmicrohttpd.
///
/// Used on libmicrohttpd's thread only, except for ``resume()``: any thread may call that while the
/// connection is suspended, because libmicrohttpd does not free a suspended connection.
@safe struct Connection: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  /// Takes the connection out of libmicrohttpd's loop.
  ///
  /// Corresponds to `MHD_suspend_connection`.
  func suspend() { unsafe MicroHTTPD.library.pointee.MHD_suspend_connection(pointer) }

  /// Puts the connection back into the loop.
  ///
  /// Corresponds to `MHD_resume_connection`.
  func resume() { unsafe MicroHTTPD.library.pointee.MHD_resume_connection(pointer) }

  /// The socket, open until libmicrohttpd reports the request as completed.
  var socket: Int32 { unsafe MHD_get_socket(MicroHTTPD.library, pointer) }
}

/// Reading a request.
extension Connection {
  /// The body's length according to the headers, in bytes.
  var contentLength: Int? {
    guard
      let value = unsafe MicroHTTPD.library.pointee.MHD_lookup_connection_value(
        pointer, .HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH)
    else { return nil }
    return unsafe Int(String(cString: value)) ?? .max
  }

  /// Copies the request out of libmicrohttpd.
  func request(_ method: String, _ target: Target, _ body: [UInt8]) -> WebRequest {
    WebRequest(
      method: method == "HEAD" ? "GET" : method, path: target.path, segments: target.segments,
      query: target.query, headers: headers, body: body, remoteAddress: remoteAddress,
      clientName: clientName)
  }

  private var headers: [WebField] {
    var fields: [WebField] = []
    _ = unsafe withUnsafeMutablePointer(to: &fields) { fields in
      unsafe MicroHTTPD.library.pointee.MHD_get_connection_values_n(
        pointer, .HEADER_KIND,
        { fields, _, name, nameLength, value, valueLength in
          let field = unsafe WebField(
            Connection.text(name, nameLength), Connection.text(value, valueLength))
          unsafe fields?.assumingMemoryBound(to: [WebField].self).pointee.append(field)
          return .YES
        }, fields)
    }
    return fields
  }

  /// Copies a text without the trailing blanks that libmicrohttpd leaves (RFC 9110, 5.5).
  private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
    var bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)[...]
    while let last = unsafe bytes.last, last == 0x20 || last == 0x09 { unsafe bytes.removeLast() }
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  private var remoteAddress: String {
    guard let address = unsafe MHD_get_client_address(MicroHTTPD.library, pointer) else {
      return ""
    }
    let size =
      unsafe Int32(address.pointee.sa_family) == AF_INET6
      ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    return unsafe String(unsafeUninitializedCapacity: Int(NI_MAXHOST)) { buffer in
      let code = unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
        unsafe getnameinfo(
          address, socklen_t(size), buffer.baseAddress, socklen_t(buffer.count), nil, 0,
          NI_NUMERICHOST)
      }
      return code == 0 ? unsafe buffer.firstIndex(of: 0) ?? 0 : 0
    }
  }

  private var clientName: String? {
    guard let session = unsafe MHD_get_tls_session(MicroHTTPD.library, pointer) else { return nil }
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gnutls_verified_client_name(MicroHTTPD.library, session, &name, name.count) >= 0
    else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
