import Interop
import Synchronization

/// Makes the page's database calls on threads of their own.
///
/// A call whose own statement hangs occupies one thread. The others find the database busy after a bounded
/// wait, and answers that need no database do not wait at all.
final class PageDatabase: Sendable {
  /// How long a call may run before the database counts as unresponsive.
  private static let patience = Duration.seconds(1)
  /// One may hang, and one wait for it, while others are answered.
  private static let threads = 4

  private struct State {
    /// How many calls each thread has been given and not finished.
    var pending = Array(repeating: 0, count: PageDatabase.threads)
    /// When each thread's present call began.
    var runningSince: [Int: ContinuousClock.Instant] = [:]
  }

  private let repository: any FleetRepository
  private let executors = (1...threads).map { BlockingExecutor(label: "page database \($0)") }
  private let state = Mutex(State())

  /// Creates the page's access to a repository.
  ///
  /// - Parameter repository: The repository.
  init(_ repository: any FleetRepository) { self.repository = repository }

  /// Makes a call on the least busy thread and waits for its result.
  ///
  /// - Parameter body: The call; it may block.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  func call<Result: Sendable>(
    _ body: @Sendable (any FleetRepository) throws -> Result
  ) async throws -> Result {
    let thread = state.withLock { state in
      let thread = state.pending.indices.min { state.pending[$0] < state.pending[$1] } ?? 0
      state.pending[thread] += 1
      return thread
    }
    defer { state.withLock { $0.pending[thread] -= 1 } }
    return try await executors[thread].work { _ in
      state.withLock { $0.runningSince[thread] = .now }
      defer { state.withLock { $0.runningSince[thread] = nil } }
      return try body(repository)
    }
  }

  /// Makes a call, unless an earlier one hangs.
  ///
  /// - Parameter body: The call; it may block.
  /// - Returns: What `body` returns; `nil` if the database is unresponsive.
  /// - Throws: What `body` throws.
  func callIfResponsive<Result: Sendable>(
    _ body: @Sendable (any FleetRepository) throws -> Result
  ) async throws -> Result? {
    let oldest = state.withLock { $0.runningSince.values.min() }
    if let oldest, ContinuousClock.now - oldest > Self.patience { return nil }
    return try await call(body)
  }
}
