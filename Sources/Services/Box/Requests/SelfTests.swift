import Synchronization
import Wire

/// Announcements that somebody asks for to hear whether the box works; the journal does not hold them.
public final class SelfTests: Sendable {
  typealias Answer = @Sendable (Resolution) -> Void

  private struct State {
    var last: Int64 = 0
    var answers: [Int64: Answer] = [:]
  }

  /// The most that may wait.
  static let limit = 20

  private let state = Mutex(State())

  /// Starts with none.
  public init() {}

  /// Takes one in.
  ///
  /// - Parameter answer: Called when it is known what became of it.
  /// - Returns: Its number, which is negative; `nil` if too many wait.
  func add(_ answer: @escaping Answer) -> Int64? {
    state.withLock { state in
      guard state.answers.count < Self.limit else { return nil }
      state.last -= 1
      state.answers[state.last] = answer
      return state.last
    }
  }

  func settle(_ n: Int64, _ resolution: Resolution) {
    state.withLock { $0.answers.removeValue(forKey: n) }?(resolution)
  }
}
