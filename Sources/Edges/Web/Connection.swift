import CMicroHTTPD

/// A client's connection, as libmicrohttpd knows it.
///
/// Used on libmicrohttpd's thread only, but for ``resume()``, which may be called from any thread
/// while the connection is suspended; until then nobody frees it.
@safe struct Connection: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  /// Takes it out of the loop.
  ///
  /// Corresponds to `MHD_suspend_connection`.
  func suspend() { unsafe MicroHTTPD.library.pointee.MHD_suspend_connection(pointer) }

  /// Puts it back.
  ///
  /// Corresponds to `MHD_resume_connection`.
  func resume() { unsafe MicroHTTPD.library.pointee.MHD_resume_connection(pointer) }

  /// Its socket, open until libmicrohttpd has told that the request is completed.
  var socket: Int32 { unsafe MHD_get_socket(MicroHTTPD.library, pointer) }
}
