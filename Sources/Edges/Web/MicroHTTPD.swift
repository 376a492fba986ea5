import CMicroHTTPD
import Glibc

/// libmicrohttpd and GnuTLS, loaded at run time for the first server and never unloaded.
///
/// A program that serves nothing thus saves the three megabytes that both and their dependencies take.
enum MicroHTTPD {
  /// The library's file name in Debian.
  private static let name = "libmicrohttpd.so.12"

  // Written once, before the pointer is handed out; from then on any thread may read it.
  nonisolated(unsafe) private static let attempt = unsafe Result { () throws(WebError) in
    unsafe try open()
  }

  /// The libraries' functions, available after ``load()``.
  static var library: UnsafePointer<MHD_Library> {
    guard case .success(let library) = unsafe attempt else {
      preconditionFailure("libmicrohttpd was used before it was loaded")
    }
    return unsafe library
  }

  /// Loads the libraries.
  ///
  /// - Throws: ``WebError`` if they are not installed.
  static func load() throws(WebError) { _ = unsafe try attempt.get() }

  /// Corresponds to `dlopen` and `dlsym`.
  private static func open() throws(WebError) -> UnsafePointer<MHD_Library> {
    guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      throw missing("\(name) was not found")
    }
    let library = UnsafeMutablePointer<MHD_Library>.allocate(capacity: 1)
    unsafe library.initialize(to: MHD_Library())
    if let absent = unsafe MHD_find(library, handle) {
      throw missing(unsafe "\(name) has no \(String(cString: absent))")
    }
    return unsafe UnsafePointer(library)
  }

  private static func missing(_ reason: String) -> WebError {
    WebError(
      step: "load the web server", reason: reason, code: 0, isTransient: false,
      hint: "install the package libmicrohttpd12")
  }
}
