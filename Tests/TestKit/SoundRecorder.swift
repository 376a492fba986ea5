import Dispatch
import Glibc
import Interop
import Synchronization

/// A recording of a sink, as it goes on.
public final class SoundRecorder: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var isOver = false
    var waiting: (count: Int, continuation: CheckedContinuation<Bool, Never>)?
  }

  private let process: ChildProcess
  private let state = Mutex(State())

  init(server: String, environment: [String: String?]) throws {
    process = try ChildProcess(
      "parec",
      [
        "--server=\(server)", "--device=counter.monitor", "--format=s16le", "--rate=48000",
        "--channels=1", "--latency-msec=20", "--raw",
      ], environment: environment, output: .pipe, errors: .null)
    DispatchQueue(label: "sound recorder").async { [self] in
      while let bytes = try? process.output?.read(), !bytes.isEmpty { add(bytes) }
      add(nil)
    }
  }

  /// Ends the recording, a fifth of a second later by the sink's own clock.
  ///
  /// - Returns: All samples since the beginning.
  public func stop() async -> [Int16] {
    let count = state.withLock { $0.bytes.count }
    _ = await wait(forBytes: count + 2 * 9_600)
    await end()
    let bytes = state.withLock { $0.bytes }
    return unsafe [Int16](unsafeUninitializedCapacity: bytes.count / 2) { buffer, count in
      count = bytes.count / 2
      unsafe UnsafeMutableRawBufferPointer(buffer).copyBytes(from: bytes.prefix(count * 2))
    }
  }

  /// How many samples have been recorded so far.
  public var count: Int { state.withLock { $0.bytes.count } / 2 }

  /// Waits until something other than silence was recorded, or the recording ended.
  public func waitForSound() async {
    var checked = 0
    while true {
      let (sounds, count) = state.withLock { state in
        (state.bytes[checked...].contains { $0 != 0 }, state.bytes.count)
      }
      checked = count
      if sounds { return }
      guard await wait(forBytes: count + 1) else { return }
    }
  }

  /// Waits for some time by the sink's own clock.
  ///
  /// - Parameter duration: How much is to be recorded meanwhile, to the millisecond.
  public func wait(for duration: Duration) async {
    let count = state.withLock { $0.bytes.count }
    _ = await wait(forBytes: count + 2 * 48 * Int(duration / .milliseconds(1)))
  }

  /// Waits until the recording is so long; false if it ends before.
  func wait(forBytes count: Int) async -> Bool {
    await withCheckedContinuation { continuation in
      let answer: Bool? = state.withLock { state in
        if state.bytes.count >= count { return true }
        if state.isOver { return false }
        state.waiting = (count, continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Kills the recording program.
  func end() async {
    process.send(SIGKILL)
    _ = await process.wait()
  }

  /// Takes what has come; `nil` is the end.
  private func add(_ bytes: [UInt8]?) {
    let (waiting, answer) = state.withLock { state in
      if let bytes { state.bytes += bytes } else { state.isOver = true }
      guard let waiting = state.waiting, state.isOver || state.bytes.count >= waiting.count else {
        return (nil as CheckedContinuation<Bool, Never>?, false)
      }
      state.waiting = nil
      return (waiting.continuation, !state.isOver)
    }
    waiting?.resume(returning: answer)
  }
}
