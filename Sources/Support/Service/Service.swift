/// A part of the daemon that runs until it is cancelled.
public protocol Service: Sendable {
  /// Its name in log lines.
  var name: String { get }

  /// Runs until the task is cancelled; returning earlier is a failure of the whole daemon.
  ///
  /// - Throws: An error that the service cannot recover from.
  func run() async throws
}

/// The failure of a service that returned without being cancelled.
public struct ServiceEnded: Error, CustomStringConvertible {
  /// The service's name.
  public let name: String

  public var description: String { "the service \(name) ended by itself" }
}

/// Runs services concurrently until a signal arrives or one of them fails, then cancels all.
///
/// - Parameters:
///   - services: The services.
///   - stop: The signals that shut the daemon down gracefully.
/// - Throws: The first failure of a service.
public func supervise(_ services: [any Service], until stop: Signals) async throws {
  try await withThrowingTaskGroup { group in
    for service in services {
      group.addTask {
        do {
          try await service.run()
        } catch is CancellationError where !Task.isCancelled {
          // The service was not cancelled, so it ended by itself.
        }
        if !Task.isCancelled { throw ServiceEnded(name: service.name) }
      }
    }
    group.addTask { await stop.first() }
    defer { group.cancelAll() }
    do {
      try await group.next()
    } catch is CancellationError {
      // Being cancelled is a graceful shutdown too.
    }
    group.cancelAll()
    while let result = await group.nextResult() {
      if case .failure(let error) = result, !(error is CancellationError) { throw error }
    }
  }
}
