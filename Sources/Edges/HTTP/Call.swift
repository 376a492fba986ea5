import CCurl
import Interop

/// A validated request with the client's settings.
struct Call: Sendable {
  let request: HTTPRequest
  let settings: CallSettings
  /// The step for errors.
  let step: String
  /// Whether the response is read as a stream of lines.
  let isStream: Bool

  /// Validates a request.
  init(_ request: HTTPRequest, _ settings: CallSettings, isStream: Bool) throws(CallError) {
    step = "call \(try Address(request.url).server)"
    guard HTTPHeader.isToken(request.method) else {
      throw CallError(
        step: step, reason: "the method is not a token", hint: "use one such as GET or POST")
    }
    if let header = request.headers.first(where: { !$0.isValid }) {
      // Without the value, which may be a secret.
      let name = HTTPHeader.isToken(header.name) ? header.name : "a header"
      throw CallError(
        step: step, reason: "\(name) contains characters that are not allowed in a header",
        hint: "remove line ends and control characters, also from the file it was read from")
    }
    guard (settings.certificate == nil) == (settings.key == nil) else {
      throw CallError(
        step: step, reason: "only one of certificate and key is given", hint: "give both or none")
    }
    self.request = request
    self.settings = settings
    self.isStream = isStream
  }

  /// The error of an unsuccessful status, if the response is read as a stream.
  func fault(status: Int) -> CallError? {
    isStream && !(200...299).contains(status) ? .refused(step, status: status) : nil
  }
}

/// A validated web address.
private struct Address {
  /// The address as given.
  let text: String
  /// Scheme, host and port, which are not secret.
  let server: String

  /// Validates an address.
  ///
  /// Corresponds to `curl_url_set`.
  init(_ text: String) throws(CallError) {
    func refused(_ reason: String) -> CallError {
      CallError(
        step: "call a server", reason: reason, hint: "give an address such as https://host/path")
    }
    guard let parts = unsafe curl_url() else { throw refused("out of memory") }
    let url = unsafe Owned(parts) { unsafe curl_url_cleanup($0) }
    guard !text.utf8.contains(0),
      unsafe curl_url_set(url.pointer, CURLUPART_URL, text, 0) == CURLUE_OK
    else { throw refused("its address is invalid") }
    func part(_ kind: CURLUPart) -> String? {
      var value: UnsafeMutablePointer<CChar>?
      guard
        unsafe curl_url_get(url.pointer, kind, &value, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK,
        let value = unsafe value
      else { return nil }
      defer { unsafe curl_free(value) }
      return unsafe String(cString: value)
    }
    guard let scheme = part(CURLUPART_SCHEME), let host = part(CURLUPART_HOST),
      let port = part(CURLUPART_PORT)
    else { throw refused("its address has no host") }
    guard ["http", "https"].contains(scheme) else {
      throw refused("its address begins with \(scheme) instead of http or https")
    }
    guard part(CURLUPART_USER) == nil, part(CURLUPART_PASSWORD) == nil else {
      throw refused("its address contains a user name, which belongs in a header")
    }
    self.text = text
    server = "\(scheme)://\(host):\(port)"
  }
}
