import CCurl
import Interop

/// The options of a call's handle, with the memory that libcurl does not copy.
@safe final class Options {
  private let handle: OpaquePointer
  private let call: Call
  private var list: UnsafeMutablePointer<curl_slist>?
  private let errors = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// Prepares without setting anything.
  ///
  /// - Parameters:
  ///   - handle: The handle, which must be freed before this object.
  ///   - call: The call.
  init(_ handle: OpaquePointer, _ call: Call) {
    unsafe self.handle = handle
    self.call = call
    unsafe errors.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    unsafe curl_slist_free_all(list)
    unsafe errors.deallocate()
  }

  /// libcurl's message about a failure; empty if there is none.
  var message: String { unsafe String(cString: errors) }

  /// Sets all options.
  func set(_ receiver: Receiver) throws(CallError) {
    unsafe curl_easy_set_pointer(handle, CURLOPT_ERRORBUFFER, errors)
    try setSafety()
    try setTimes()
    try setTrust()
    try setRequest()
    setReceiver(receiver)
  }

  private func setSafety() throws(CallError) {
    try set(CURLOPT_URL, call.request.url)
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_FOLLOWLOCATION, 0)
    // Signals belong to the whole process.
    try set(CURLOPT_NOSIGNAL, 1)
    if !call.settings.usesProxies { try set(CURLOPT_PROXY, "") }
    try set(CURLOPT_USERAGENT, "soundbox")
  }

  private func setTimes() throws(CallError) {
    let settings = call.settings
    try set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(settings.connecting))
    if call.isStream {
      try set(CURLOPT_LOW_SPEED_LIMIT, 1)
      try set(CURLOPT_LOW_SPEED_TIME, max(1, Int(settings.silence.components.seconds)))
    } else {
      try set(CURLOPT_TIMEOUT_MS, Self.milliseconds(settings.total))
    }
  }

  private func setTrust() throws(CallError) {
    try set(CURLOPT_SSL_VERIFYPEER, 1)
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    if let ca = call.settings.ca {
      try set(CURLOPT_CAINFO, ca)
      // Otherwise the system's certificates are trusted as well.
      unsafe curl_easy_set_text(handle, CURLOPT_CAPATH, nil)
    }
    if let certificate = call.settings.certificate { try set(CURLOPT_SSLCERT, certificate) }
    if let key = call.settings.key { try set(CURLOPT_SSLKEY, key) }
  }

  private func setRequest() throws(CallError) {
    let request = call.request
    let hasBody = !request.body.isEmpty || ["POST", "PUT", "PATCH"].contains(request.method)
    if request.method == "HEAD" { try set(CURLOPT_NOBODY, 1) }
    if hasBody {
      try check(
        unsafe curl_easy_set_size(
          handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count)))
      // Copied at once, so that it needs no owner. The extra byte gives an empty body an address.
      try check(
        unsafe (request.body + [0]).withUnsafeBytes {
          unsafe curl_easy_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
        })
    }
    try set(CURLOPT_CUSTOMREQUEST, request.method)
    // A name without a value removes libcurl's default header.
    for line in ["Expect:", "Content-Type:"] where !hasHeader(line) { append(line) }
    for header in request.headers {
      // libcurl reads "Name:" as a header to leave out, and "Name;" as one without a value.
      append(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
    }
    try check(unsafe curl_easy_set_list(handle, CURLOPT_HTTPHEADER, list))
  }

  private func hasHeader(_ line: String) -> Bool {
    call.request.headers.contains { "\($0.name):".lowercased() == line.lowercased() }
  }

  private func append(_ line: String) { unsafe list = curl_slist_append(list, line) }

  private func setReceiver(_ receiver: Receiver) {
    let context = unsafe Unmanaged.passUnretained(receiver).toOpaque()
    unsafe curl_easy_set_pointer(handle, CURLOPT_HEADERDATA, context)
    unsafe curl_easy_set_pointer(handle, CURLOPT_WRITEDATA, context)
    unsafe curl_easy_set_callback(handle, CURLOPT_HEADERFUNCTION) { data, size, count, context in
      unsafe Options.deliver(data, size * count, to: context) { $0.head($1) }
    }
    unsafe curl_easy_set_callback(handle, CURLOPT_WRITEFUNCTION) { data, size, count, context in
      unsafe Options.deliver(data, size * count, to: context) { $0.body($1) }
    }
  }

  /// Passes received bytes on; returning another number than theirs ends the call.
  private static func deliver(
    _ data: UnsafeMutablePointer<CChar>?, _ count: Int, to context: UnsafeMutableRawPointer?,
    _ receive: (Receiver, [UInt8]) -> Bool
  ) -> Int {
    guard let context = unsafe context else { return 0 }
    let receiver = unsafe Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: count))
    // Not 0, which would be right for no bytes.
    return receive(receiver, bytes) ? count : count + 1
  }

  private func set(_ option: CURLoption, _ value: String) throws(CallError) {
    try check(unsafe curl_easy_set_text(handle, option, value))
  }

  private func set(_ option: CURLoption, _ value: Int) throws(CallError) {
    try check(unsafe curl_easy_set_number(handle, option, value))
  }

  private func check(_ code: CURLcode) throws(CallError) {
    guard code == CURLE_OK else { throw CallError(code, call.step, message) }
  }

  /// At least one: zero means libcurl's default.
  private static func milliseconds(_ duration: Duration) -> Int {
    max(1, Int(duration / .milliseconds(1)))
  }
}
