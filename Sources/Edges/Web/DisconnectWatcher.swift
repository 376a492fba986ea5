import CMicroHTTPD
import Dispatch
import Glibc
import Interop
import Synchronization

/// Notices clients that go away from streams which have nothing to tell.
///
/// libmicrohttpd doesn't look at a suspended connection; the kernel does, by an epoll of our own.
final class DisconnectWatcher: Sendable {
  private struct State {
    var next: UInt64 = 1
    var outflows: [UInt64: ResponseBodyStream] = [:]
    var keys: [Int32: UInt64] = [:]
  }

  private let epoll: FileDescriptor
  private let state = Mutex(State())
  /// Dispatch's objects may be used from any thread, although they do not say so.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  init() throws(WebError) {
    let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw .system(errno, "watch connections") }
    let epoll = FileDescriptor(owning: descriptor)
    self.epoll = epoll
    let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "web hang-ups"))
    unsafe self.source = source
    source.setEventHandler { [weak self] in self?.look() }
    // Keeps the descriptor open for as long as Dispatch looks at it.
    source.setCancelHandler { withExtendedLifetime(epoll) {} }
    source.activate()
  }

  deinit { unsafe source.cancel() }

  /// Breaks `outflow` off as soon as the client at the other end of `socket` closes its own.
  func watch(_ socket: Int32, for outflow: ResponseBodyStream) {
    let key = state.withLock { state in
      defer { state.next += 1 }
      state.outflows[state.next] = outflow
      state.keys[socket] = state.next
      return state.next
    }
    var event = unsafe epoll_event(
      events: EPOLLRDHUP.rawValue | EPOLLONESHOT.rawValue, data: epoll_data(u64: key))
    _ = unsafe epoll_ctl(epoll.rawValue, EPOLL_CTL_ADD, socket, &event)
  }

  /// Ends a watch; `socket` must still be open.
  func forget(_ socket: Int32) {
    state.withLock { state in
      guard let key = state.keys.removeValue(forKey: socket) else { return }
      state.outflows[key] = nil
    }
    _ = epoll_ctl(epoll.rawValue, EPOLL_CTL_DEL, socket, nil)
  }

  /// Ends all watches.
  func close() { unsafe source.cancel() }

  private func look() {
    var events = unsafe [epoll_event](repeating: epoll_event(), count: 64)
    let count = unsafe epoll_wait(epoll.rawValue, &events, Int32(events.count), 0)
    guard count > 0 else { return }
    for index in 0..<Int(count) {
      let key = unsafe events[index].data.u64
      state.withLock { $0.outflows[key] }?.breakOff()
    }
  }
}
