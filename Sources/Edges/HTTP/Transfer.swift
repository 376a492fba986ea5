import CCurl
import Dispatch
import Interop
import Synchronization

/// One call on a thread of its own, which any thread can end.
///
/// libcurl's handles are used by that thread alone, but for `curl_multi_wakeup`, which any thread may
/// call while the handle lives.
final class Transfer: Sendable {
  @safe private struct State {
    var isCancelled = false
    /// Lives for as long as it stands here.
    nonisolated(unsafe) var multi: OpaquePointer?
  }

  /// Made once, before the first call; libcurl is never taken down.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  let plan: Plan
  private let state = Mutex(State())

  init(_ plan: Plan) { self.plan = plan }

  /// Ends the call, now or as soon as it begins.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      if let multi = unsafe state.multi { unsafe curl_multi_wakeup(multi) }
    }
  }

  private var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Makes the call, and returns when it is over.
  ///
  /// - Parameter take: Takes pieces of the body.
  /// - Returns: The answer, without the body that was taken.
  /// - Throws: ``CallError``, also that of `take`.
  func run(_ take: @escaping ([UInt8]) throws(CallError) -> Void) throws(CallError) -> HTTPReply {
    guard Self.isReady, let easyHandle = unsafe curl_easy_init(),
      let multiHandle = unsafe curl_multi_init()
    else { throw CallError(CURLE_FAILED_INIT, plan.step, "") }
    let multi = unsafe Owned(multiHandle) { unsafe curl_multi_cleanup($0) }
    let easy = unsafe Owned(easyHandle) { unsafe curl_easy_cleanup($0) }
    let receiver = Receiver(plan, take: take)
    let options = unsafe Options(easy.pointer, plan)
    try options.set(receiver)
    // libcurl knows their addresses until the handle has left.
    defer { withExtendedLifetime((receiver, options)) {} }
    unsafe curl_multi_add_handle(multi.pointer, easy.pointer)
    defer { unsafe curl_multi_remove_handle(multi.pointer, easy.pointer) }
    state.withLock { unsafe $0.multi = multi.pointer }
    defer { state.withLock { unsafe $0.multi = nil } }
    let result = unsafe work(multi.pointer)
    if let fault = receiver.fault { throw fault }
    if isCancelled { throw .cancelled(plan.step) }
    guard result == CURLE_OK else { throw CallError(result, plan.step, options.words) }
    if let fault = plan.fault(status: receiver.status) { throw fault }
    return HTTPReply(status: receiver.status, headers: receiver.headers, body: [])
  }

  /// Moves bytes until the call is over.
  private func work(_ multi: OpaquePointer) -> CURLcode {
    var running: Int32 = 1
    while !isCancelled {
      guard unsafe curl_multi_perform(multi, &running) == CURLM_OK else { return CURLE_FAILED_INIT }
      if running == 0 { return unsafe curl_multi_result(multi) }
      unsafe curl_multi_poll(multi, nil, 0, 1000, nil)
    }
    return CURLE_ABORTED_BY_CALLBACK
  }
}
