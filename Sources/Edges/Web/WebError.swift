import CMicroHTTPD
import Glibc

/// A failure to start the server, and what to do about it.
public struct WebError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The step that failed, such as “listen on 127.0.0.1:8080”.
  public let step: String
  /// The reason, in words.
  public let reason: String
  /// The raw code: positive for an `errno`, negative for GnuTLS, zero if there is none.
  public let code: Int32
  /// Whether trying again later may succeed without anyone's help.
  public let isTransient: Bool
  /// What the operator can do about it.
  public let hint: String

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - step: The step that failed.
  ///   - reason: The reason, in words.
  ///   - code: The raw code.
  ///   - isTransient: Whether trying again later may succeed.
  ///   - hint: What the operator can do about it.
  public init(step: String, reason: String, code: Int32, isTransient: Bool, hint: String) {
    self.step = step
    self.reason = reason
    self.code = code
    self.isTransient = isTransient
    self.hint = hint
  }

  public var description: String { "cannot \(step): \(reason); \(hint)" }
}

/// Errors of the system, GnuTLS and libmicrohttpd.
extension WebError {
  /// A failed system call; `code` is its `errno`.
  static func system(_ code: Int32, _ step: String) -> WebError {
    let (hint, isTransient) =
      switch code {
      case EADDRINUSE: ("stop the program that listens there, or choose another port", true)
      case EADDRNOTAVAIL: ("give an address of this computer", true)
      case EACCES: ("choose a port from 1024 on, or grant CAP_NET_BIND_SERVICE", false)
      case EMFILE, ENFILE: ("raise the limit of open files", false)
      default: ("check the address and the system's log", false)
      }
    return WebError(
      step: step, reason: unsafe String(cString: strerror(code)).lowercasedFirst, code: code,
      isTransient: isTransient, hint: hint)
  }

  /// An invalid address; `code` comes from `getaddrinfo`.
  static func address(_ code: Int32, _ step: String) -> WebError {
    WebError(
      step: step, reason: unsafe String(cString: gai_strerror(code)).lowercasedFirst, code: 0,
      isTransient: false, hint: "give a numeric IPv4 or IPv6 address, such as 127.0.0.1")
  }

  /// An error of GnuTLS.
  static func tls(_ code: Int32, _ step: String, hint: String) -> WebError {
    let reason = unsafe MicroHTTPD.library.pointee.gnutls_strerror(code).map {
      unsafe String(cString: $0).lowercasedFirst
    }
    return WebError(
      step: step, reason: reason ?? "GnuTLS error", code: code, isTransient: false, hint: hint)
  }

  /// libmicrohttpd did not start; `message` is the last that it logged.
  static func daemon(_ code: Int32, _ message: String?, _ step: String) -> WebError {
    WebError(
      step: step, reason: message ?? "libmicrohttpd did not start", code: code,
      isTransient: false, hint: "check the limits on memory, threads and open files")
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
