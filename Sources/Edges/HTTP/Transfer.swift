import CCurl
import Dispatch
import Interop
import Synchronization

/// One call on a thread of its own, which any thread can cancel.
///
/// Only that thread uses libcurl's handles, except for `curl_multi_wakeup`, which any thread may call
/// while the handle exists.
final class Transfer: Sendable {
  @safe private struct State {
    var isCancelled = false
    /// Valid while it is set.
    nonisolated(unsafe) var multi: OpaquePointer?
  }

  /// Initialized once, before the first call, and never cleaned up.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  let call: Call
  private let state = Mutex(State())

  init(_ call: Call) { self.call = call }

  /// Cancels the call, now or as soon as it begins.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      if let multi = unsafe state.multi { unsafe curl_multi_wakeup(multi) }
    }
  }

  private var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Makes the call, and returns when it has ended.
  ///
  /// - Parameter receiveBody: Receives the parts of the body.
  /// - Returns: The response without its body.
  /// - Throws: ``CallError``, including that of `receiveBody`.
  func run(
    _ receiveBody: @escaping ([UInt8]) throws(CallError) -> Void
  ) throws(CallError) -> HTTPResponse {
    guard Self.isReady, let easyHandle = unsafe curl_easy_init(),
      let multiHandle = unsafe curl_multi_init()
    else { throw CallError(CURLE_FAILED_INIT, call.step, "") }
    let multi = unsafe Owned(multiHandle) { unsafe curl_multi_cleanup($0) }
    let easy = unsafe Owned(easyHandle) { unsafe curl_easy_cleanup($0) }
    let receiver = Receiver(call, receiveBody: receiveBody)
    let options = unsafe Options(easy.pointer, call)
    try options.set(receiver)
    // libcurl holds their addresses until the handle is removed.
    defer { withExtendedLifetime((receiver, options)) {} }
    unsafe curl_multi_add_handle(multi.pointer, easy.pointer)
    defer { unsafe curl_multi_remove_handle(multi.pointer, easy.pointer) }
    state.withLock { unsafe $0.multi = multi.pointer }
    defer { state.withLock { unsafe $0.multi = nil } }
    let result = unsafe perform(multi.pointer)
    if let fault = receiver.fault { throw fault }
    if isCancelled { throw .cancelled(call.step) }
    guard result == CURLE_OK else { throw CallError(result, call.step, options.message) }
    if let fault = call.fault(status: receiver.status) { throw fault }
    return HTTPResponse(status: receiver.status, headers: receiver.headers, body: [])
  }

  /// Runs libcurl until the call has ended.
  private func perform(_ multi: OpaquePointer) -> CURLcode {
    var running: Int32 = 1
    while !isCancelled {
      guard unsafe curl_multi_perform(multi, &running) == CURLM_OK else { return CURLE_FAILED_INIT }
      if running == 0 { return unsafe curl_multi_result(multi) }
      unsafe curl_multi_poll(multi, nil, 0, 1000, nil)
    }
    return CURLE_ABORTED_BY_CALLBACK
  }
}

/// Receives the response, on the transfer's thread.
final class Receiver {
  /// The size limit of all headers together, in bytes.
  static let headLimit = 64 << 10

  private let call: Call
  /// Receives the parts of the body.
  private let receiveBody: ([UInt8]) throws(CallError) -> Void
  private(set) var status = 0
  private(set) var headers: [HTTPHeader] = []
  /// The error that ended the reception.
  private(set) var fault: CallError?
  private var headSize = 0

  init(_ call: Call, receiveBody: @escaping ([UInt8]) throws(CallError) -> Void) {
    self.call = call
    self.receiveBody = receiveBody
  }

  /// Receives a header line.
  ///
  /// - Returns: Whether to continue.
  func head(_ bytes: [UInt8]) -> Bool {
    headSize += bytes.count
    guard headSize <= Self.headLimit else {
      return fail(.tooLarge(call.step, "the head of the response", limit: Self.headLimit))
    }
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      // Replaces an interim response, such as 100.
      let parts = line.split(separator: " ", maxSplits: 2)
      status = parts.count > 1 ? Int(parts[1].prefix(3)) ?? 0 : 0
      headers = []
    } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
      headers.append(
        HTTPHeader(
          String(line[..<colon]), Self.trimmed(line[line.index(after: colon)...])))
    }
    return true
  }

  /// Receives a part of the body.
  ///
  /// - Returns: Whether to continue.
  func body(_ bytes: [UInt8]) -> Bool {
    if let fault = call.fault(status: status) { return fail(fault) }
    do throws(CallError) {
      try receiveBody(bytes)
      return true
    } catch {
      return fail(error)
    }
  }

  private func fail(_ error: CallError) -> Bool {
    fault = error
    return false
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
