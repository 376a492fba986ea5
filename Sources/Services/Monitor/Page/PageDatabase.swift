import Interop
import Synchronization

/// Makes the page's database calls on a thread of their own.
///
/// A call that hangs delays further database calls, but no answer that needs none.
final class PageDatabase: Sendable {
  /// How long a call may run before the database counts as unresponsive.
  private static let patience = Duration.seconds(1)

  private let repository: any FleetRepository
  private let executor = BlockingExecutor(label: "page database")
  /// When the call that is running now began.
  private let runningSince = Mutex<ContinuousClock.Instant?>(nil)

  /// Creates the page's access to a repository.
  ///
  /// - Parameter repository: The repository.
  init(_ repository: any FleetRepository) { self.repository = repository }

  /// Makes a call and waits for its result.
  ///
  /// - Parameter body: The call; it may block.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  func call<Result: Sendable>(
    _ body: @Sendable (any FleetRepository) throws -> Result
  ) async throws -> Result {
    try await executor.work { _ in
      runningSince.withLock { $0 = .now }
      defer { runningSince.withLock { $0 = nil } }
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
    let since = runningSince.withLock { $0 }
    if let since, ContinuousClock.now - since > Self.patience { return nil }
    return try await call(body)
  }
}
