import CMosquitto

/// What OpenSSL thinks of the broker's certificate.
///
/// libmosquitto does not pass it on, and frees the connection's state soon after it has logged the
/// failure: so we ask while it logs.
struct TLSVerdict {
  /// Corresponds to an `X509_V_ERR_…`; zero for an accepted certificate.
  let code: Int

  /// Whether the certificate was refused.
  var isRefusal: Bool { code != 0 }

  /// The verdict in words, such as “certificate is not yet valid”.
  var words: String {
    guard let text = unsafe mosquitto_ssl_verdict_string(code) else { return "verdict \(code)" }
    return unsafe String(cString: text)
  }

  /// What to do about it.
  var hint: String {
    switch code {
    case Self.notYetValid:
      "set this machine's clock, or have the certificate corrected"
    case Self.expired:
      "have the broker's certificate renewed, or set this machine's clock"
    default:
      "name the authority that signed it as the one to trust"
    }
  }

  private static let notYetValid = 9
  private static let expired = 10

  /// Asks for the verdict.
  ///
  /// `connection` is libmosquitto's `SSL *`; without one there is no verdict.
  init?(of connection: UnsafeMutableRawPointer?) {
    guard let connection = unsafe connection else { return nil }
    code = unsafe mosquitto_ssl_verdict(connection)
  }
}
