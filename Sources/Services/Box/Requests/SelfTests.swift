import Synchronization

/// Announcements by request, to hear whether the box works; the journal does not hold them.
final class SelfTests: Sendable {
  typealias Completion = @Sendable (Resolution) -> Void

  private struct State {
    var count = 0
    var completions: [QueuedCommand.ID: Completion] = [:]
  }

  /// The most that may wait.
  static let limit = 20

  private let state = Mutex(State())

  /// Adds a self-test.
  ///
  /// - Parameter completion: Called with what became of it.
  /// - Returns: Its id; `nil` if too many wait.
  func add(_ completion: @escaping Completion) -> QueuedCommand.ID? {
    state.withLock { state in
      guard state.completions.count < Self.limit else { return nil }
      state.count += 1
      let id = QueuedCommand.ID.selfTest(state.count)
      state.completions[id] = completion
      return id
    }
  }

  func finish(_ id: QueuedCommand.ID, _ resolution: Resolution) {
    state.withLock { $0.completions.removeValue(forKey: id) }?(resolution)
  }
}
