import CMicroHTTPD
import Glibc

/// What the system and GnuTLS said.
extension WebError {
  /// The system refused `step`; `code` is its `errno`.
  static func system(_ code: Int32, _ step: String) -> WebError {
    let (hint, isTransient) =
      switch code {
      case EADDRINUSE: ("end the program that listens there, or choose another port", true)
      case EADDRNOTAVAIL: ("give an address of this computer", true)
      case EACCES: ("choose a port from 1024 on, or grant CAP_NET_BIND_SERVICE", false)
      case EMFILE, ENFILE: ("raise the limit of open files", false)
      default: ("see to the address and to the system's log", false)
      }
    return WebError(
      step: step, reason: unsafe String(cString: strerror(code)).lowercasedFirst, code: code,
      isTransient: isTransient, hint: hint)
  }

  /// The address is none.
  static func address(_ code: Int32, _ step: String) -> WebError {
    WebError(
      step: step, reason: unsafe String(cString: gai_strerror(code)).lowercasedFirst, code: 0,
      isTransient: false, hint: "give an IPv4 or IPv6 address in figures, such as 127.0.0.1")
  }

  /// GnuTLS refused what it was to work with.
  static func tls(_ code: Int32, _ step: String, hint: String) -> WebError {
    let reason = unsafe MicroHTTPD.library.pointee.gnutls_strerror(code).map {
      unsafe String(cString: $0).lowercasedFirst
    }
    return WebError(
      step: step, reason: reason ?? "GnuTLS refuses", code: code, isTransient: false, hint: hint)
  }

  /// libmicrohttpd did not start, and said why in `complaint`.
  static func daemon(_ code: Int32, _ complaint: String?, _ step: String) -> WebError {
    WebError(
      step: step, reason: complaint ?? "libmicrohttpd does not start", code: code,
      isTransient: false, hint: "see to the limits of memory, threads and open files")
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
