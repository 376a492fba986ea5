import CMosquitto

/// What went wrong before the broker was believed.
extension MQTTError {
  /// The TLS handshake failed, or could not even begin.
  ///
  /// `complaints` is what libmosquitto has logged, oldest first; `verdict` is what OpenSSL thinks of
  /// the broker's certificate.
  static func tls(
    _ code: Int32, _ complaints: [String], _ verdict: TLSVerdict?, with address: String
  ) -> MQTTError {
    let step = "trust \(address)"
    func error(_ reason: String, _ hint: String, isTransient: Bool = false) -> MQTTError {
      MQTTError(step: step, reason: reason, code: code, isTransient: isTransient, hint: hint)
    }
    if complaints.contains(where: { $0.contains("host name verification failed") }) {
      return error(
        "its certificate is for another host name",
        "connect by the name that stands in the certificate, or have that corrected")
    }
    if let verdict, verdict.isRefusal {
      return error("its certificate is not accepted: \(verdict.words)", verdict.hint)
    }
    if let unable = complaints.first(where: { $0.hasPrefix("Error: Unable to load") }) {
      return error(
        unable.dropFirst("Error: ".count).description.lowercasedFirst,
        "see to the file: is it there, readable, PEM, and does the key fit the certificate?")
    }
    if complaints.contains(where: { $0.contains("wrong version number") }) {
      return error("it does not speak TLS", "connect to its TLS port, by custom 8883")
    }
    return error(
      complaints.last ?? "the TLS handshake failed",
      "make sure that it speaks TLS, and that it accepts this client's certificate",
      isTransient: true)
  }
}
