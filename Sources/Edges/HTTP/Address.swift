import CCurl
import Interop

/// A web address that was looked at before anything is sent to it.
struct Address {
  /// The address as it was given.
  let text: String
  /// Scheme, host and port: what may be told to anybody.
  let server: String

  /// Looks at an address.
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
    else { throw refused("its address is none") }
    func part(_ what: CURLUPart) -> String? {
      var value: UnsafeMutablePointer<CChar>?
      guard
        unsafe curl_url_get(url.pointer, what, &value, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK,
        let value = unsafe value
      else { return nil }
      defer { unsafe curl_free(value) }
      return unsafe String(cString: value)
    }
    guard let scheme = part(CURLUPART_SCHEME), let host = part(CURLUPART_HOST),
      let port = part(CURLUPART_PORT)
    else { throw refused("its address names no host") }
    guard ["http", "https"].contains(scheme) else {
      throw refused("its address begins with \(scheme), not with http or https")
    }
    guard part(CURLUPART_USER) == nil, part(CURLUPART_PASSWORD) == nil else {
      throw refused("its address holds a user name, which belongs into a header")
    }
    self.text = text
    server = "\(scheme)://\(host):\(port)"
  }
}
