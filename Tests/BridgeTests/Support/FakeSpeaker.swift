import Bridge
import Synchronization
import Voice

/// Records what it is given, and does what the test has told it to do.
final class FakeSpeaker: Announcing {
  /// What becomes of one announcement.
  enum Turn: Sendable {
    case speak
    /// The device fails in the middle.
    case fail
    /// It goes on until the test lets it end.
    case hold
    /// It goes on until the test lets it end, even if the task is cancelled before.
    case endAnyway
  }

  struct Fault: Error {}

  private struct State {
    var turns: [Turn] = []
    var isReady = true
    var said: [String] = []
    var volumes: [Int?] = []
    var held: CheckedContinuation<Void, Never>?
  }

  private let state: Mutex<State>
  private let starting = AsyncStream<String>.makeStream()
  private let preparing = AsyncStream<Void>.makeStream()
  private let onPrepare: @Sendable () -> Void

  init(_ turns: Turn..., isReady: Bool = true, onPrepare: @escaping @Sendable () -> Void = {}) {
    state = Mutex(State(turns: turns, isReady: isReady))
    self.onPrepare = onPrepare
  }

  /// The texts that were said to their end.
  var said: [String] { state.withLock { $0.said } }
  /// The volumes of what was begun.
  var volumes: [Int?] { state.withLock { $0.volumes } }

  func set(ready: Bool) { state.withLock { $0.isReady = ready } }

  /// Lets an announcement that is held end.
  func end() {
    let held = state.withLock { state in
      defer { state.held = nil }
      return state.held
    }
    held?.resume()
  }

  /// Waits for the next announcement to begin.
  func nextStart() async -> String? { await starting.stream.first { _ in true } }

  /// Waits for the next look at the device.
  func nextPreparation() async { await preparing.stream.first { _ in true } }

  func prepare() async throws {
    onPrepare()
    preparing.continuation.yield()
    guard state.withLock({ $0.isReady }) else { throw Fault() }
  }

  func announce(_ script: Script, volume: Int?) async throws {
    let turn = state.withLock { state in
      state.volumes.append(volume)
      return state.turns.isEmpty ? .speak : state.turns.removeFirst()
    }
    switch turn {
    case .speak: starting.continuation.yield(script.spoken)
    case .fail:
      starting.continuation.yield(script.spoken)
      throw Fault()
    case .hold:
      await withTaskCancellationHandler {
        await hold(script)
      } onCancel: {
        end()
      }
      try Task.checkCancellation()
    case .endAnyway: await hold(script)
    }
    state.withLock { $0.said.append(script.spoken) }
  }

  private func hold(_ script: Script) async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.held = continuation }
      starting.continuation.yield(script.spoken)
    }
  }
}
