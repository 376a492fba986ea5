import CCurl

extension CallError {
  /// What libcurl gave up for.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - step: What was tried.
  ///   - words: What libcurl says about this very case; empty if nothing.
  init(_ code: CURLcode, _ step: String, _ words: String) {
    let general = unsafe String(cString: curl_easy_strerror(code))
    let (isTransient, hint) = Self.advice(code)
    self.init(
      step: step, reason: words.isEmpty ? general : words, code: code.rawValue,
      isTransient: isTransient, hint: hint)
  }

  private static func advice(_ code: CURLcode) -> (isTransient: Bool, hint: String) {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      (true, "check the host's name, and whether this computer can look names up")
    case CURLE_COULDNT_CONNECT:
      (true, "check whether the server runs, and whether a firewall is between")
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
      (false, "check the libcurl that is installed, 7.85 or newer with TLS")
    default: (true, "try again, or look into the server's log")
    }
  }
}
