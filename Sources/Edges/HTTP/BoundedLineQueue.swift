import Dispatch
import Synchronization

/// A few lines on their way from a thread, which may block, to a task, which may not.
final class BoundedLineQueue: Sendable {
  private enum Ending {
    case ended
    case failed(CallError)
  }

  private struct State {
    var lines: [String] = []
    var ending: Ending?
    var isClosed = false
    var taker: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  /// Counts how many more lines there is room for.
  private let room: DispatchSemaphore

  /// Makes an empty queue.
  ///
  /// - Parameter length: How many lines may wait.
  init(length: Int = 256) { room = DispatchSemaphore(value: length) }

  // A semaphore must not go while its count is lower than at the beginning.
  deinit { for _ in 0..<state.withLock({ $0.lines.count }) { room.signal() } }

  /// Appends a line, and waits for room first; lines for a closed queue vanish.
  func put(_ line: String) {
    room.wait()
    let isTaken = state.withLock { state in
      if state.isClosed { return false }
      state.lines.append(line)
      return true
    }
    if isTaken { wake() } else { room.signal() }
  }

  /// Says that no more lines come.
  func end(_ error: CallError?) {
    state.withLock { $0.ending = $0.ending ?? error.map { .failed($0) } ?? .ended }
    wake()
  }

  /// Lets nobody wait any more, neither for lines nor for room.
  func close() {
    let waiting = state.withLock { state in
      defer { state.lines = [] }
      state.isClosed = true
      return state.lines.count
    }
    for _ in 0..<waiting { room.signal() }
    wake()
  }

  /// The next line, waiting for it; `nil` after the last one.
  func next() async throws -> String? {
    while true {
      let (line, ending, isClosed) = state.withLock { state -> (String?, Ending?, Bool) in
        (state.lines.isEmpty ? nil : state.lines.removeFirst(), state.ending, state.isClosed)
      }
      if let line {
        room.signal()
        return line
      }
      if isClosed { throw CancellationError() }
      switch ending {
      case .failed(let error): throw error
      case .ended: return nil
      case nil: await wait()
      }
    }
  }

  private func wait() async {
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        guard state.lines.isEmpty, state.ending == nil, !state.isClosed else { return false }
        state.taker = continuation
        return true
      }
      if !mustWait { continuation.resume() }
    }
  }

  private func wake() {
    let taker = state.withLock { state in
      defer { state.taker = nil }
      return state.taker
    }
    taker?.resume()
  }
}
