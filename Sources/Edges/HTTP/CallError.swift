import CCurl

/// The failure of a call, and what to do about it.
///
/// It contains only the server's part of the address: paths and queries of webhooks are secret.
public struct CallError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The step that failed, such as “call https://alarms.example:443”.
  public let step: String
  /// The reason, in words.
  public let reason: String
  /// libcurl's `CURLcode`; zero if the error is not libcurl's.
  public let code: UInt32
  /// The response's status, if that is the reason.
  public let status: Int?
  /// Whether trying again later may succeed without anyone's help.
  public let isTransient: Bool
  /// What the operator can do about it.
  public let hint: String

  init(
    step: String, reason: String, code: UInt32 = 0, status: Int? = nil, isTransient: Bool = false,
    hint: String
  ) {
    self.step = step
    self.reason = reason
    self.code = code
    self.status = status
    self.isTransient = isTransient
    self.hint = hint
  }

  public var description: String { "cannot \(step): \(reason); \(hint)" }

  /// The calling task was cancelled.
  static func cancelled(_ step: String) -> CallError {
    CallError(
      step: step, reason: "the call was cancelled", isTransient: true,
      hint: "call again if still needed")
  }

  /// The response exceeds a limit.
  static func tooLarge(_ step: String, _ part: String, limit: Int) -> CallError {
    CallError(
      step: step, reason: "\(part) is larger than \(limit) bytes",
      hint: "check the address, or raise the limit")
  }

  /// The response's status is not a success.
  static func refused(_ step: String, status: Int) -> CallError {
    let hint =
      switch status {
      case 301...308: "use the address that it redirects to"
      case 401, 403: "check the token or the certificate"
      case 404: "check the address"
      default: "read the server's log"
      }
    return CallError(
      step: step, reason: "the response has status \(status)", status: status,
      isTransient: status >= 500 || status == 429, hint: hint)
  }
}

extension CallError {
  /// Translates an error of libcurl.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - step: The step that failed.
  ///   - message: libcurl's message about this case; empty if there is none.
  init(_ code: CURLcode, _ step: String, _ message: String) {
    let general = unsafe String(cString: curl_easy_strerror(code))
    let (isTransient, hint) = Self.advice(code)
    self.init(
      step: step, reason: message.isEmpty ? general : message, code: code.rawValue,
      isTransient: isTransient, hint: hint)
  }

  private static func advice(_ code: CURLcode) -> (isTransient: Bool, hint: String) {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      (true, "check the host's name, and this computer's name resolution")
    case CURLE_COULDNT_CONNECT:
      (true, "check whether the server is running, and whether a firewall blocks it")
    case CURLE_OPERATION_TIMEDOUT:
      (true, "check whether the server is overloaded, or allow more time")
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
      (
        false, "trust the authority that signed the server's certificate, and use the name in it"
      )
    case CURLE_SSL_CACERT_BADFILE:
      (false, "check that the file of trusted certificates exists and is PEM")
    case CURLE_SSL_CERTPROBLEM:
      (false, "check that certificate and key exist, are PEM, and belong together")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT:
      (false, "give an address such as https://host/path")
    case CURLE_SSL_CONNECT_ERROR:
      (true, "check that the server speaks TLS 1.2 or newer on this port")
    case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_NOT_BUILT_IN,
      CURLE_UNKNOWN_OPTION:
      (false, "install libcurl 7.85 or newer with TLS")
    default: (true, "try again, or read the server's log")
    }
  }
}
