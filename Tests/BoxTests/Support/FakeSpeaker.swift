import Box
import Synchronization
import Voice

/// Records what it is given, and does what the test has told it to do.
final class FakeSpeaker: AnnouncementPlayer {
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
    var cut: Cut?
    var prompt: [Bool] = []
    var boxVolume: Int?
  }

  private let state: Mutex<State>
  private let starting = AsyncStream<String>.makeStream()
  private let preparing = AsyncStream<Void>.makeStream()
  private let cuts = AsyncStream<Cut>.makeStream()
  private let onPrepare: @Sendable () -> Void

  convenience init(
    _ turns: Turn..., isReady: Bool = true, onPrepare: @escaping @Sendable () -> Void = {}
  ) {
    self.init(turns, isReady: isReady, onPrepare: onPrepare)
  }

  init(_ turns: [Turn], isReady: Bool = true, onPrepare: @escaping @Sendable () -> Void = {}) {
    state = Mutex(State(turns: turns, isReady: isReady))
    self.onPrepare = onPrepare
  }

  /// The texts that were said to their end.
  var said: [String] { state.withLock { $0.said } }
  /// The volumes of what was begun.
  var volumes: [Int?] { state.withLock { $0.volumes } }

  /// For each that was begun, whether it followed what it had interrupted.
  var prompt: [Bool] { state.withLock { $0.prompt } }
  /// The box's own volume, as far as it was set.
  var boxVolume: Int? { state.withLock { $0.boxVolume } }

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

  func set(volume: Int) { state.withLock { $0.boxVolume = volume } }

  func play(
    _ announcement: Announcement, until cutSignal: CutSignal
  ) async throws -> AnnouncementEnd {
    let script = announcement.script
    let turn = state.withLock { state in
      state.volumes.append(announcement.volume)
      state.prompt.append(announcement.promptly)
      state.cut = nil
      return state.turns.isEmpty ? .speak : state.turns.removeFirst()
    }
    switch turn {
    case .speak: starting.continuation.yield(script.spoken)
    case .fail:
      starting.continuation.yield(script.spoken)
      throw Fault()
    case .hold:
      cutSignal.attach { cut in
        self.state.withLock { $0.cut = cut }
        self.cuts.continuation.yield(cut)
        self.end()
      }
      await withTaskCancellationHandler {
        await hold(script)
      } onCancel: {
        end()
      }
      try Task.checkCancellation()
      if state.withLock({ $0.cut != nil }) { return .cut }
    case .endAnyway: await hold(script)
    }
    state.withLock { $0.said.append(script.spoken) }
    return .complete(omitted: [])
  }

  /// Waits for the next wish to end what is held.
  func nextCut() async -> Cut? { await cuts.stream.first { _ in true } }

  private func hold(_ script: Script) async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.held = continuation }
      starting.continuation.yield(script.spoken)
    }
  }
}
