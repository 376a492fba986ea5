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
  ///
  /// - Parameter start: The sample to begin with.
  /// - Returns: The first sample that is not silent; the length of the recording if it ended.
  @discardableResult public func waitForSound(from start: Int = 0) async -> Int {
    var checked = 2 * start
    while true {
      guard await wait(forBytes: checked + 2) else { return count }
      let (sound, end) = state.withLock { state in
        (state.bytes[checked...].firstIndex { $0 != 0 }, state.bytes.count)
      }
      if let sound { return sound / 2 }
      checked = end - end % 2
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

/// Where `expected` sounds in a recording, sample by sample the same.
///
/// - Parameters:
///   - expected: Samples that are not all zero.
///   - recorded: The recording.
///   - start: Where to begin to look.
/// - Returns: The place of its first sample, the first if there are more; `nil` if it isn't there.
public func find(_ expected: [Int16], in recorded: [Int16], from start: Int = 0) -> Int? {
  guard let lead = expected.firstIndex(where: { $0 != 0 }), expected.count <= recorded.count else {
    return nil
  }
  for offset in start..<max(start, recorded.count - expected.count + 1)
  where recorded[offset + lead] == expected[lead] {
    if recorded[offset..<(offset + expected.count)] == expected[...] { return offset }
  }
  return nil
}

/// Whether a recording is silent but for one part of it.
///
/// - Parameters:
///   - recorded: The recording.
///   - part: The part that may sound.
/// - Returns: Whether all other samples are zero.
public func isSilent(_ recorded: [Int16], outside part: Range<Int>) -> Bool {
  recorded[..<part.lowerBound].allSatisfy { $0 == 0 }
    && recorded[part.upperBound...].allSatisfy { $0 == 0 }
}
