import Dispatch
import Glibc
import Interop
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A wake-up` {
  /// Whether `poll` finds it readable within a time in milliseconds; -1 waits for ever.
  private func isReadable(_ wakeup: Wakeup, within timeout: Int32) -> Bool {
    var entry = pollfd(fd: wakeup.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, timeout) == 1
  }

  @Test func `counts all signals before a look as one`() throws {
    let wakeup = try Wakeup()
    #expect(!isReadable(wakeup, within: 0))
    wakeup.clear()
    for _ in 1...3 { wakeup.signal() }
    #expect(isReadable(wakeup, within: 0))
    #expect(isReadable(wakeup, within: 0))
    wakeup.clear()
    #expect(!isReadable(wakeup, within: 0))
  }

  @Test func `wakes a thread that waits`() async throws {
    let wakeup = try Wakeup()
    async let woken = withCheckedContinuation { continuation in
      DispatchQueue(label: "waiting").async {
        continuation.resume(returning: isReadable(wakeup, within: -1))
      }
    }
    wakeup.signal()
    #expect(await woken)
  }
}
