/// A part of the daemon that works until it is told to stop.
public protocol Service: Sendable {
  /// What log lines call it.
  var name: String { get }

  /// Works until its task is cancelled; returning earlier is a failure of the whole daemon.
  ///
  /// - Throws: What the service cannot go on after.
  func run() async throws
}

/// A service that returned although nobody had told it to stop.
public struct ServiceEnded: Error, CustomStringConvertible {
  /// The service's name.
  public let name: String

  public var description: String { "the service \(name) ended by itself" }
}

/// Runs services side by side until a signal comes or one of them fails, then stops all.
///
/// - Parameters:
///   - services: The services.
///   - stop: The signals that end the daemon in peace.
/// - Throws: The first failure of a service.
public func supervise(_ services: [any Service], until stop: Signals) async throws {
  try await withThrowingTaskGroup { group in
    for service in services {
      group.addTask {
        do {
          try await service.run()
        } catch is CancellationError where !Task.isCancelled {
          // Nobody cancelled it: whatever it was that ended it, it did so by itself.
        }
        if !Task.isCancelled { throw ServiceEnded(name: service.name) }
      }
    }
    group.addTask { await stop.first() }
    defer { group.cancelAll() }
    do {
      try await group.next()
    } catch is CancellationError {
      // Somebody cancelled us: that is an end in peace as well.
    }
    group.cancelAll()
    while let result = await group.nextResult() {
      if case .failure(let error) = result, !(error is CancellationError) { throw error }
    }
  }
}
