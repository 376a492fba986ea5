import CMicroHTTPD
import Glibc

/// libmicrohttpd, and GnuTLS with it, loaded for the first server and never unloaded.
///
/// A program that may serve something, but does not, has no use for the three megabytes that both and
/// what they need take.
enum MicroHTTPD {
  /// The library's file name in Debian.
  private static let name = "libmicrohttpd.so.12"

  // Written once, before anybody has the pointer: any thread may read.
  nonisolated(unsafe) private static let attempt = unsafe Result { () throws(WebError) in
    unsafe try open()
  }

  /// The libraries' functions, to be asked for only after ``load()``.
  static var library: UnsafePointer<MHD_Library> {
    guard case .success(let library) = unsafe attempt else {
      preconditionFailure("a server was made without libmicrohttpd")
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
      throw missing("there is no \(name)")
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
