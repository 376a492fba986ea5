import Dispatch
import Synchronization

/// Reads the lines of a response as they arrive; dropping it ends the call.
final class LineReader: Sendable {
  private let transfer: Transfer
  private let queue = BoundedLineQueue()

  /// Begins the call.
  init(_ call: Call) {
    let transfer = Transfer(call)
    self.transfer = transfer
    DispatchQueue(label: "call for lines").async { [queue] in
      let splitter = LineSplitter(call)
      do throws(CallError) {
        _ = try transfer.run { bytes throws(CallError) in
          for line in try splitter.append(bytes) { queue.put(line) }
        }
        if let rest = splitter.rest { queue.put(rest) }
        queue.finish(nil)
      } catch {
        queue.finish(error)
      }
    }
  }

  deinit { end() }

  /// The next line; `nil` after the last one.
  func next() async throws -> String? {
    try await withTaskCancellationHandler {
      try await queue.next()
    } onCancel: {
      end()
    }
  }

  private func end() {
    transfer.cancel()
    queue.close()
  }
}

/// Splits bytes into lines.
private final class LineSplitter {
  private let call: Call
  private var bytes: [UInt8] = []

  init(_ call: Call) { self.call = call }

  /// Appends bytes, and returns the completed lines.
  func append(_ more: [UInt8]) throws(CallError) -> [String] {
    var lines: [String] = []
    for part in more.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      bytes += part
      let limit = call.settings.largestBody
      guard bytes.count <= limit else {
        throw .tooLarge(call.step, "a line of the response", limit: limit)
      }
      // The last part has no end yet.
      if part.endIndex < more.endIndex { lines.append(takeLine()) }
    }
    return lines
  }

  /// The text after the last line end.
  var rest: String? { bytes.isEmpty ? nil : takeLine() }

  private func takeLine() -> String {
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    defer { bytes.removeAll(keepingCapacity: true) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A bounded queue of lines from a thread, which may block, to a task, which may not.
final class BoundedLineQueue: Sendable {
  private enum End {
    case finished
    case failed(CallError)
  }

  private struct State {
    var lines: [String] = []
    var end: End?
    var isClosed = false
    var consumer: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  /// Counts the free places.
  private let room: DispatchSemaphore

  /// Creates an empty queue.
  ///
  /// - Parameter length: The most lines in the queue.
  init(length: Int = 256) { room = DispatchSemaphore(value: length) }

  // A semaphore must not be destroyed while its count is lower than its initial value.
  deinit { for _ in 0..<state.withLock({ $0.lines.count }) { room.signal() } }

  /// Appends a line after waiting for room; a closed queue discards it.
  func put(_ line: String) {
    room.wait()
    let isQueued = state.withLock { state in
      if state.isClosed { return false }
      state.lines.append(line)
      return true
    }
    if isQueued { wake() } else { room.signal() }
  }

  /// Ends the queue after the lines appended so far.
  func finish(_ error: CallError?) {
    state.withLock { $0.end = $0.end ?? error.map { .failed($0) } ?? .finished }
    wake()
  }

  /// Closes the queue: nothing waits for lines or room any more.
  func close() {
    let waiting = state.withLock { state in
      defer { state.lines = [] }
      state.isClosed = true
      return state.lines.count
    }
    for _ in 0..<waiting { room.signal() }
    wake()
  }

  /// Waits for the next line; `nil` after the last one.
  func next() async throws -> String? {
    while true {
      let (line, end, isClosed) = state.withLock { state -> (String?, End?, Bool) in
        (state.lines.isEmpty ? nil : state.lines.removeFirst(), state.end, state.isClosed)
      }
      if let line {
        room.signal()
        return line
      }
      if isClosed { throw CancellationError() }
      switch end {
      case .failed(let error): throw error
      case .finished: return nil
      case nil: await wait()
      }
    }
  }

  private func wait() async {
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        guard state.lines.isEmpty, state.end == nil, !state.isClosed else { return false }
        state.consumer = continuation
        return true
      }
      if !mustWait { continuation.resume() }
    }
  }

  private func wake() {
    let consumer = state.withLock { state in
      defer { state.consumer = nil }
      return state.consumer
    }
    consumer?.resume()
  }
}
