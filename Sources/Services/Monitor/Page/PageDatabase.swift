import Interop
import Synchronization

/// Makes the page's database calls on threads of their own.
///
/// A call whose own statement hangs occupies one thread; the others find the database busy after the bounded
/// wait of `SharedDatabase`. Answers that need no database do not wait at all.
final class PageDatabase: Sendable {
  /// One may hang, and some wait for it, while others are answered.
  private static let threads = 4

  private let repository: any FleetRepository
  private let executors = (1...threads).map { BlockingExecutor(label: "page database \($0)") }
  /// How many calls each thread has been given and not finished.
  private let pending = Mutex(Array(repeating: 0, count: threads))

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
    let thread = pending.withLock { pending in
      let thread = pending.indices.min { pending[$0] < pending[$1] } ?? 0
      pending[thread] += 1
      return thread
    }
    defer { pending.withLock { $0[thread] -= 1 } }
    return try await executors[thread].work { _ in try body(repository) }
  }
}
