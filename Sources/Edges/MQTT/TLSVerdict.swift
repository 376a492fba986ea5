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

  /// Reads the verdict.
  ///
  /// `connection` is libmosquitto's `SSL *`; without one there is no verdict.
  init?(of connection: UnsafeMutableRawPointer?) {
    guard let connection = unsafe connection else { return nil }
    code = unsafe mosquitto_ssl_verdict(connection)
  }
}

/// What went wrong before the broker was believed.
extension MQTTError {
  /// The TLS handshake failed, or could not even begin.
  ///
  /// `complaints` is what libmosquitto has logged, oldest first; `verdict` is what OpenSSL thinks of
  /// the broker's certificate.
  static func tls(
    _ code: Int32, _ libraryErrors: [String], _ verdict: TLSVerdict?, with address: String
  ) -> MQTTError {
    let step = "trust \(address)"
    func error(_ reason: String, _ hint: String, isTransient: Bool = false) -> MQTTError {
      MQTTError(step: step, reason: reason, code: code, isTransient: isTransient, hint: hint)
    }
    if libraryErrors.contains(where: { $0.contains("host name verification failed") }) {
      return error(
        "its certificate is for another host name",
        "connect by the name that stands in the certificate, or have that corrected")
    }
    if let verdict, verdict.isRefusal {
      return error("its certificate is not accepted: \(verdict.words)", verdict.hint)
    }
    if let unable = libraryErrors.first(where: { $0.hasPrefix("Error: Unable to load") }) {
      return error(
        unable.dropFirst("Error: ".count).description.lowercasedFirst,
        "see to the file: is it there, readable, PEM, and does the key fit the certificate?")
    }
    if libraryErrors.contains(where: { $0.contains("wrong version number") }) {
      return error("it does not speak TLS", "connect to its TLS port, by custom 8883")
    }
    return error(
      libraryErrors.last ?? "the TLS handshake failed",
      "make sure that it speaks TLS, and that it accepts this client's certificate",
      isTransient: true)
  }
}
